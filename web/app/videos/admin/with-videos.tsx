import { videosText } from '@baobab/contract/videos-text.ts'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import type { ReactNode } from 'react'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { useAdminVideos } from './use-admin-videos.ts'

type Props = { search?: string; skeleton: ReactNode; children: (videos: AdminVideo[]) => ReactNode }

/** The videos, or that they are loading, or that they did not load. */
export function WithVideos({ search, skeleton, children }: Props) {
  const videos = useAdminVideos(search)
  if (videos.data) return children(videos.data)
  if (videos.isPending) return <Loading text="Loading videos...">{skeleton}</Loading>
  return (
    <Failure title={videosText.videosFailed} isRetrying={videos.isFetching} onRetry={() => void videos.refetch()} />
  )
}
