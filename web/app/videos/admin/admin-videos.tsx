import { useSearchParams } from 'react-router'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { pageMeta } from '../../shell/page-meta.ts'
import { ContentFrame } from './content-frame.tsx'
import { MoralVideos } from './moral-videos.tsx'
import { text } from './text.ts'
import { prefetchAdminVideos } from './use-admin-videos.ts'
import { VideoUpdate } from './video-update.tsx'

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  // A search changes with every letter; the page waits until it rests.
  if (!new URL(request.url).searchParams.has('search')) prefetchAdminVideos()
  return null
}

export const meta = () => pageMeta(text.moralVideos)

/** All videos, or the one that the address names, to be updated. */
export default function AdminVideos() {
  const [params] = useSearchParams()
  const id = params.get('video')
  return <ContentFrame tab="videos">{id === null ? <MoralVideos /> : <VideoUpdate key={id} id={id} />}</ContentFrame>
}
