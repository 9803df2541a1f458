import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { pageMeta } from '../../shell/page-meta.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCategory } from './category-switch.tsx'
import { DryRunIntro } from './dry-run-intro.tsx'
import { DryRunQuiz } from './dry-run-quiz.tsx'
import { useAdminVideos } from '../../videos/admin/use-admin-videos.ts'
import { VideoNotFound, WithVideos } from '../../videos/admin/with-videos.tsx'

export const meta = () => pageMeta('Take Quiz')

/** A quiz taken by an admin; with `question` in the address, that one alone and at once. */
export default function TriviaDryRun() {
  const [params] = useSearchParams()
  const category = useCategory()
  const only = params.get('question') ?? undefined
  const id = params.get('video')
  // How often it was begun: 0 is before the first time.
  const [begun, setBegun] = useState(only === undefined ? 0 : 1)
  const video = useAdminVideos().data?.find((one) => one._id === id)
  if (video && begun === 0) return <DryRunIntro video={video} onStart={() => setBegun(1)} />
  if (video)
    return (
      <DryRunQuiz
        key={begun}
        quiz={{ videoId: video._id, ageCategory: category }}
        title={video.title}
        only={only}
        onAgain={() => setBegun(begun + 1)}
      />
    )
  return (
    <>
      <PageHead title="Take Quiz" />
      <WithVideos skeleton={<Skeleton shape="title" />}>{() => <VideoNotFound isNamed={id !== null} />}</WithVideos>
    </>
  )
}
