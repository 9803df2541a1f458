import { MAX_QUESTIONS } from '@baobab/contract/limits.ts'
import type { AdminVideo } from '@baobab/contract/videos.ts'
import { useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { titled } from '../shell/meta.ts'
import { counted } from '../ui/format.ts'
import { PageHead } from '../ui/page-head.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { BackLink } from './back-link.tsx'
import { useCategory } from './category-switch.tsx'
import { NoVideos } from './moral-videos.tsx'
import { QuestionEntry } from './question-form.tsx'
import { QuestionList } from './question-list.tsx'
import { useQuestionForm, type TypedQuestion } from './use-question-form.ts'
import { WithVideos } from './with-videos.tsx'

export const meta = () => titled('Add New Trivia')

/** Adds questions by hand, one after the other; video and category may be named in the address. */
export default function TriviaForm() {
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={paths.admin.games(useCategory())} label="Trivia Games" />
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
  const entry = useQuestionForm({
    videoTitle: videos.find((video) => video._id === params.get('video'))?.title ?? '',
    ageCategory: params.has('ageCategory') ? category : '',
  })
  const [videoTitle, ageCategory] = useWatch({ control: entry.form.control, name: ['videoTitle', 'ageCategory'] })
  const video = videos.find((one) => one.title === videoTitle)
  return (
    <div className="grid split split--r split--top">
      <QuestionEntry videos={videos} entry={entry} />
      {video && ageCategory !== '' && <There video={video} ageCategory={ageCategory} />}
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
      <QuestionList key={ageCategory + video._id} videoTitle={video.title} ageCategory={ageCategory} heading="h3" />
    </section>
  )
}
