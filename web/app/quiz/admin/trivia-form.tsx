import { MAX_QUESTIONS } from '@baobab/contract/limits.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { useWatch } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { useCategory } from './category-switch.tsx'
import { QuestionFields } from './question-form.tsx'
import { EditQuestion } from './edit-question.tsx'
import { WithQuestions } from './with-questions.tsx'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import { QuestionCard } from './question-card.tsx'
import { useNewQuestion, type QuestionFormValues } from './use-question-form.ts'
import { NoVideosYet, WithVideos } from '../../videos/admin/with-videos.tsx'

export const meta = () => pageMeta('Add New Trivia')

/** Adds questions by hand, one after the other, or edits the one that the address names. */
export default function TriviaForm() {
  const [params] = useSearchParams()
  const category = useCategory()
  const [videoId, edited] = [params.get('video'), params.get('question')]
  if (videoId !== null && edited !== null)
    return <EditQuestion quiz={{ videoId, ageCategory: category }} triviaId={edited} />
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={paths.admin.games(category)} label="Trivia Games" />
        <PageHead title="Add New Trivia" lead="One question at a time. Students get it at once." />
      </div>
      <WithVideos skeleton={<RowsSkeleton />}>
        {(videos) => (videos.length === 0 ? <NoVideosYet /> : <Entry videos={videos} />)}
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
        <QuestionFields videos={videos} entry={entry} label="Add New Trivia" submitLabel="Add Trivia" />
        <p>
          <Link className={buttonClass({ kind: 'quiet' })} to={paths.admin.triviaImport}>
            <Icon name="file-xls" />
            Upload a spreadsheet
          </Link>
        </p>
      </div>
      {video && ageCategory !== '' && <There video={video} ageCategory={ageCategory} />}
      <UnsavedChangesDialog isHalfFilled={entry.isHalfFilled} />
    </div>
  )
}

type ThereProps = { video: AdminVideo; ageCategory: Exclude<QuestionFormValues['ageCategory'], ''> }

function There({ video, ageCategory }: ThereProps) {
  return (
    <section className="stack" aria-labelledby="there">
      <div>
        <h2 className="card__h" id="there">
          In this game
        </h2>
        <p className="muted small" role="status">
          {formatCount(video.questionCounts[ageCategory], 'question')} of at most {MAX_QUESTIONS} for {ageCategory}
        </p>
      </div>
      <WithQuestions key={ageCategory + video._id} quiz={{ videoId: video._id, ageCategory }} heading="h3">
        {(questions) => (
          <ol className="questions">
            {questions.map((question, at) => (
              <li key={question._id} className="card">
                <QuestionCard question={question} number={at + 1} heading="h3" />
              </li>
            ))}
          </ol>
        )}
      </WithQuestions>
    </section>
  )
}
