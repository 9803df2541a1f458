// A module of its own, loaded on demand: a page without downloads loads none of it.
import { listSessions } from '@baobab/contract/accounts-sessions.ts'
import { listVideos, type Video } from '@baobab/contract/videos.ts'
import { callApi } from '../../api/call-api.ts'
import { getDownloader } from './app-downloader.ts'
import { filterByStudent, getDownloadStore } from './download-store.ts'
import { findRevokedDownloads } from './downloaded-video.ts'

/**
 * Deletes downloads that the student may no longer have. With an ended login the server sends a visitor's list, in
 * which all premium videos are locked; so nothing is deleted before the server has recognised the student and sent the
 * list again.
 */
export async function deleteRevokedDownloads(studentId: string, videos: readonly Video[]): Promise<void> {
  const revoked = findRevokedDownloads(filterByStudent(getDownloadStore().all(), studentId), videos)
  if (revoked.length === 0) return
  await callApi(listSessions, {})
  for (const download of findRevokedDownloads(revoked, await callApi(listVideos, {})))
    await getDownloader().remove(download)
}
