import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phoneStorage } from '../../browser/storage.ts'
import { apiQuery } from '../../api/query.ts'
import { hasDownloads } from './download-store.ts'

/** Deletes downloads of locked or deleted videos each time a page has loaded the list of videos. */
export function useDeleteRevokedDownloads(studentId: string): void {
  const { data: videos } = useQuery({ ...apiQuery(listVideos, {}), enabled: false })

  useEffect(() => {
    if (!videos || !hasDownloads(phoneStorage, studentId)) return
    import('./delete-revoked-downloads.ts')
      .then(({ deleteRevokedDownloads }) => deleteRevokedDownloads(studentId, videos))
      // Retried when the list is next loaded.
      .catch(() => undefined)
  }, [videos, studentId])
}
