import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import { buttonClass } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { BackLink } from '../../shell/back-link.tsx'
import { CategorySwitch, useCategory } from './category-switch.tsx'
import { WithQuestions } from './with-questions.tsx'
import { QuestionCards } from './question-cards.tsx'
import { StatisticsView } from './statistics-view.tsx'
import { useAdminVideos } from '../../videos/admin/use-admin-videos.ts'
import { VideoNotFound, WithVideos } from '../../videos/admin/with-videos.tsx'

export const meta = () => pageMeta('Trivia of a video')

/** The questions of one video, named in the address. */
export default function AdminTrivia() {
  const [params] = useSearchParams()
  const id = params.get('video')
  const isThere = useAdminVideos().data?.some((one) => one._id === id) ?? false
  return (
    <>
      {!isThere && <PageHead title="Trivia" />}
      <WithVideos skeleton={<RowsSkeleton />}>
        {(videos) => {
          const video = videos.find((one) => one._id === id)
          if (video) return <TriviaOf video={video} />
          return <VideoNotFound isNamed={id !== null} />
        }}
      </WithVideos>
    </>
  )
}

function TriviaOf({ video }: { video: AdminVideo }) {
  const [params] = useSearchParams()
  const category = useCategory()
  const quiz = { videoId: video._id, ageCategory: category }
  const add = <AddHere video={video} />
  return (
    <>
      <div className="stack stack-3">
        <BackLink to={paths.admin.games(category)} label="Trivia Games" />
        <PageHead
          title={video.title}
          lead={`${formatCount(video.questionCounts[category], 'question')} for ${category}`}
        >
          <CategorySwitch />
        </PageHead>
      </div>
      <Ways video={video}>{add}</Ways>
      {params.get('view') === 'statistics' ? (
        <StatisticsView key={category} quiz={quiz} />
      ) : (
        <WithQuestions key={category} quiz={quiz} wayOn={add}>
          {(questions) => <QuestionCards quiz={quiz} questions={questions} />}
        </WithQuestions>
      )}
    </>
  )
}

/** What can be done with the game as a whole, and its two views, which are links so that each has its address. */
function Ways({ video: { _id, questionCounts }, children }: { video: AdminVideo; children: ReactNode }) {
  const [params] = useSearchParams()
  const category = useCategory()
  const isStatistics = params.get('view') === 'statistics'
  return (
    <div className="row between">
      <nav className="seg tabs" aria-label="Trivia of this video">
        <Link to={paths.admin.trivia(_id, category)} aria-current={isStatistics ? undefined : 'page'}>
          Questions
        </Link>
        <Link to={paths.admin.triviaStatistics(_id, category)} aria-current={isStatistics ? 'page' : undefined}>
          Statistics
        </Link>
      </nav>
      <div className="row">
        {questionCounts[category] > 0 && (
          <Link className={buttonClass({ kind: 'line' })} to={paths.admin.triviaPage(_id, category)}>
            <Icon name="eye" />
            Take Quiz
          </Link>
        )}
        <Link className={buttonClass({ kind: 'line' })} to={paths.admin.videoUpdate(_id)}>
          Open the video
        </Link>
        {children}
      </div>
    </div>
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
