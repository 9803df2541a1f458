import { MAX_QUESTIONS } from '@baobab/contract/limits.ts'
import type { AdminVideo } from '@baobab/contract/videos.ts'
import { useWatch } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { titled } from '../shell/meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { BackLink } from './back-link.tsx'
import { useCategory } from './category-switch.tsx'
import { NoVideos } from './moral-videos.tsx'
import { QuestionEntry } from './question-form.tsx'
import { EditTrivia } from './trivia/edit-trivia.tsx'
import { GameQuestions } from './trivia/game-questions.tsx'
import { LeaveFormDialog } from './trivia/leave-form-dialog.tsx'
import { QuestionCard } from './trivia/question-card.tsx'
import { useNewQuestion, type TypedQuestion } from './use-question-form.ts'
import { WithVideos } from './with-videos.tsx'

export const meta = () => titled('Add New Trivia')

/** Adds questions by hand, one after the other, or edits the one that the address names. */
export default function TriviaForm() {
  const [params] = useSearchParams()
  const category = useCategory()
  const [videoId, edited] = [params.get('video'), params.get('question')]
  if (videoId !== null && edited !== null)
    return <EditTrivia game={{ videoId, ageCategory: category }} triviaId={edited} />
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={paths.admin.games(category)} label="Trivia Games" />
        <PageHead title="Add New Trivia" lead="One question at a time. Students get it at once." />
      </div>
      <WithVideos skeleton={<RowsSkeleton />}>
        {(videos) => (videos.length === 0 ? <NoVideos /> : <Entry videos={videos} />)}
      </WithVideos>
    </>
  )
}

function Entry({ videos }: { videos: readonly AdminVideo[] }) {
  const [params] = useSearchParams()
  const category = useCategory()
  const entry = useNewQuestion({
    videoTitle: videos.find((video) => video._id === params.get('video'))?.title ?? '',
    ageCategory: params.has('ageCategory') ? category : '',
  })
  const [videoTitle, ageCategory] = useWatch({ control: entry.form.control, name: ['videoTitle', 'ageCategory'] })
  const video = videos.find((one) => one.title === videoTitle)
  return (
    <div className="grid split split--r split--top">
      <div className="stack">
        <QuestionEntry videos={videos} entry={entry} label="Add New Trivia" submitLabel="Add Trivia" />
        <p>
          <Link className={buttonClass({ kind: 'quiet' })} to={paths.admin.triviaImport}>
            <Icon name="file-xls" />
            Upload a spreadsheet
          </Link>
        </p>
      </div>
      {video && ageCategory !== '' && <There video={video} ageCategory={ageCategory} />}
      <LeaveFormDialog isHalfFilled={entry.isHalfFilled} />
    </div>
  )
}

type ThereProps = { video: AdminVideo; ageCategory: Exclude<TypedQuestion['ageCategory'], ''> }

function There({ video, ageCategory }: ThereProps) {
  return (
    <section className="stack" aria-labelledby="there">
      <div>
        <h2 className="card__h" id="there">
          In this game
        </h2>
        <p className="muted small" role="status">
          {counted(video.questionCounts[ageCategory], 'question')} of at most {MAX_QUESTIONS} for {ageCategory}
        </p>
      </div>
      <GameQuestions key={ageCategory + video._id} game={{ videoId: video._id, ageCategory }} heading="h3">
        {(questions) => (
          <ol className="questions">
            {questions.map((question, at) => (
              <li key={question._id} className="card">
                <QuestionCard question={question} number={at + 1} heading="h3" />
              </li>
            ))}
          </ol>
        )}
      </GameQuestions>
    </section>
  )
}
