import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { titled } from '../shell/meta.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useCategory } from './category-switch.tsx'
import { DryRunIntro } from './trivia/dry-run-intro.tsx'
import { DryRunQuiz } from './trivia/dry-run-quiz.tsx'
import { useConsoleVideos } from './use-console-videos.ts'
import { NoSuchVideo } from './video-update.tsx'
import { WithVideos } from './with-videos.tsx'

export const meta = () => titled('Take Quiz')

/** A quiz taken by an admin; with `question` in the address, that one alone and at once. */
export default function TriviaDryRun() {
  const [params] = useSearchParams()
  const category = useCategory()
  const only = params.get('question') ?? undefined
  const id = params.get('video')
  // How often it was begun: 0 is before the first time.
  const [begun, setBegun] = useState(only === undefined ? 0 : 1)
  const video = useConsoleVideos().data?.find((one) => one._id === id)
  if (video && begun === 0) return <DryRunIntro video={video} onStart={() => setBegun(1)} />
  if (video)
    return (
      <DryRunQuiz
        key={begun}
        game={{ videoId: video._id, ageCategory: category }}
        title={video.title}
        only={only}
        onAgain={() => setBegun(begun + 1)}
      />
    )
  return (
    <>
      <PageHead title="Take Quiz" />
      <WithVideos skeleton={<Skeleton shape="title" />}>{() => <NoSuchVideo isNamed={id !== null} />}</WithVideos>
    </>
  )
}
