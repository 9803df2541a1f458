import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { pageMeta } from '../../shell/page-meta.ts'
import { RowsSkeleton } from '../../ui/skeleton.tsx'
import { ContentFrame } from './content-frame.tsx'
import { text } from './text.ts'
import { prefetchAdminVideos } from './use-admin-videos.ts'

// Each is loaded only when it is shown, because both are heavy.
const MoralVideos = lazy(async () => ({ default: (await import('./moral-videos.tsx')).MoralVideos }))
const VideoUpdate = lazy(async () => ({ default: (await import('./video-update.tsx')).VideoUpdate }))

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  // While somebody types, each letter changes the search in the address; the page itself waits until typing pauses.
  if (!new URL(request.url).searchParams.has('search')) prefetchAdminVideos()
  return null
}

export const meta = () => pageMeta(text.moralVideos)

/** Shows all videos, or the form to update the one in the address. */
export default function AdminVideos() {
  const [params] = useSearchParams()
  const id = params.get('video')
  return (
    <ContentFrame tab="videos">
      <Suspense fallback={<RowsSkeleton />}>
        {id === null ? <MoralVideos /> : <VideoUpdate key={id} id={id} />}
      </Suspense>
    </ContentFrame>
  )
}
