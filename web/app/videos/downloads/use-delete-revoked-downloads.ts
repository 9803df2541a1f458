import { listVideos } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { browserStorage } from '../../api/browser-storage.ts'
import { apiQuery } from '../../api/query.ts'
import { hasDownloads } from './download-store.ts'

/** Deletes downloads that are locked or gone, each time some page has read the list of videos. */
export function useDeleteRevokedDownloads(studentId: string): void {
  const { data: videos } = useQuery({ ...apiQuery(listVideos, {}), enabled: false })

  useEffect(() => {
    if (!videos || !hasDownloads(browserStorage(), studentId)) return
    import('./delete-revoked-downloads.ts')
      .then(({ deleteRevokedDownloads }) => deleteRevokedDownloads(studentId, videos))
      // Tried again with the next list.
      .catch(() => undefined)
  }, [videos, studentId])
}
