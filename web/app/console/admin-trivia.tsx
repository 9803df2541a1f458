import type { AdminVideo } from '@baobab/contract/videos.ts'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'
import { titled } from '../shell/meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { BackLink } from './back-link.tsx'
import { CategorySwitch, useCategory } from './category-switch.tsx'
import { QuestionList } from './question-list.tsx'
import { useConsoleVideos } from './use-console-videos.ts'
import { NoSuchVideo } from './video-update.tsx'
import { WithVideos } from './with-videos.tsx'

export const meta = () => titled('Trivia of a video')

/** The questions of one video, named in the address. */
export default function AdminTrivia() {
  const [params] = useSearchParams()
  const id = params.get('video')
  const isThere = useConsoleVideos().data?.some((one) => one._id === id) ?? false
  return (
    <>
      {!isThere && <PageHead title="Trivia" />}
      <WithVideos skeleton={<RowsSkeleton />}>
        {(videos) => {
          const video = videos.find((one) => one._id === id)
          if (video) return <TriviaOf video={video} />
          return <NoSuchVideo isNamed={id !== null} />
        }}
      </WithVideos>
    </>
  )
}

function TriviaOf({ video }: { video: AdminVideo }) {
  const category = useCategory()
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={paths.admin.games(category)} label="Trivia Games" />
        <PageHead title={video.title} lead={`${counted(video.questionCounts[category], 'question')} for ${category}`}>
          <CategorySwitch />
        </PageHead>
      </div>
      <div className="row">
        <AddHere video={video} />
        <Link className={buttonClass({ kind: 'line' })} to={paths.admin.videoUpdate(video._id)}>
          Open the video
        </Link>
      </div>
      <Note icon="lock-simple">
        These are the questions as students get them. The correct answers are not shown here, not even to admins; a
        student reads them in the review, after the quiz.
      </Note>
      <QuestionList key={category} videoTitle={video.title} ageCategory={category}>
        <AddHere video={video} />
      </QuestionList>
    </>
  )
}

function AddHere({ video }: { video: AdminVideo }) {
  return (
    <Link className={buttonClass()} to={paths.admin.triviaFormFor(video._id, useCategory())}>
      <Icon name="plus" />
      Add New Trivia
    </Link>
  )
}
