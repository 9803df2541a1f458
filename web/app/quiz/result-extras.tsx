// What a result shows besides the score. Loaded while the quiz runs, and left out if it does not load.
import { preloadCelebration } from '../celebration/celebration-host.tsx'
import { lazy, Suspense, useEffect, type ComponentProps } from 'react'

type Parts = typeof import('./result-extras-parts.ts')

const load = (): Promise<Parts | undefined> => import('./result-extras-parts.ts').catch(() => undefined)

function lazyPart<Name extends keyof Parts>(name: Name) {
  return lazy(async () => ({ default: (await load())?.[name] ?? (Nothing as unknown as Parts[Name]) }))
}
const Nothing = () => null

const LazyShare = lazyPart('ShareResult')
const LazyBadges = lazyPart('EarnedBadges')
const LazyOffer = lazyPart('PushOffer')

/** Loads the extras while the quiz runs. */
export function usePreloadedExtras(): void {
  useEffect(() => {
    void load()
    void preloadCelebration()
  }, [])
}

/** The button for sharing a picture of the result. */
export function ShareResult(props: ComponentProps<Parts['ShareResult']>) {
  return (
    <Suspense>
      <LazyShare {...props} />
    </Suspense>
  )
}

/** The badges earned by the video, and the offer of push notifications. */
export function BadgesAndPushOffer({ videoId, studentId }: { videoId: string; studentId: string }) {
  return (
    <Suspense>
      <LazyBadges videoId={videoId} />
      <LazyOffer studentId={studentId} />
    </Suspense>
  )
}
