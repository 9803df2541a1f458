import { listVideos } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { browserStorage } from '../../api/browser-storage.ts'
import { apiQuery } from '../../api/query.ts'
import { hasDownloads } from './download-store.ts'

/** Whenever the list of videos is read: films that are locked for this student now, or gone from it, leave the phone. */
export function useDeleteRevokedDownloads(studentId: string): void {
  const { data: videos } = useQuery({ ...apiQuery(listVideos, {}), enabled: false })

  useEffect(() => {
    if (!videos || !hasDownloads(browserStorage(), studentId)) return
    import('./delete-revoked-downloads.ts')
      .then(({ deleteRevokedDownloads }) => deleteRevokedDownloads(studentId, videos))
      // The next list is another chance.
      .catch(() => undefined)
  }, [videos, studentId])
}
