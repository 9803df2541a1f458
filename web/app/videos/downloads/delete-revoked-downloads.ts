// A module of its own, loaded on demand: pages without downloads do not load it.
import { listSessions } from '@baobab/contract/accounts/sessions.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { callApi } from '../../api/call-api.ts'
import { getDownloader } from './app-downloader.ts'
import { filterByStudent, getDownloadStore } from './download-store.ts'
import { findRevokedDownloads } from './downloaded-video.ts'

/**
 * Deletes downloads that the student may no longer have. After a login has ended, the server sends the list for
 * visitors, in which all premium videos are locked. So nothing is deleted before the server has recognised the student
 * and sent the list again.
 */
export async function deleteRevokedDownloads(studentId: string, videos: readonly Video[]): Promise<void> {
  const revoked = findRevokedDownloads(filterByStudent(getDownloadStore().all(), studentId), videos)
  if (revoked.length === 0) return
  await callApi(listSessions, {})
  for (const download of findRevokedDownloads(revoked, await callApi(listVideos, {})))
    await getDownloader().remove(download)
}
