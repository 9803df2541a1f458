import { useSearchParams } from 'react-router'
import { pageMeta } from '../../shell/page-meta.ts'
import { ContentFrame } from './content-frame.tsx'
import { MoralVideos } from './moral-videos.tsx'
import { VideoUpdate } from './video-update.tsx'

export const meta = () => pageMeta('Moral Videos')

/** All videos, or the one that the address names, to be changed. */
export default function AdminVideos() {
  const [params] = useSearchParams()
  const id = params.get('video')
  return <ContentFrame tab="videos">{id === null ? <MoralVideos /> : <VideoUpdate key={id} id={id} />}</ContentFrame>
}
