// Apart, so that a page without films loads none of it.
import { listSessions } from '@baobab/contract/accounts-sessions.ts'
import { listVideos, type Video } from '@baobab/contract/videos.ts'
import { callApi } from '../../api/call-api.ts'
import { getDownloader } from './app-downloader.ts'
import { getDownloadStore, filterByStudent } from './download-store.ts'
import { findRevokedDownloads } from './downloaded-video.ts'

/**
 * Takes films off the phone that its student may not see any more. A login that has ended is told the list of a visitor,
 * for whom all that was paid is locked: so nothing goes before the server knows this student, and says it again.
 */
export async function deleteRevokedDownloads(studentId: string, videos: readonly Video[]): Promise<void> {
  const films = findRevokedDownloads(filterByStudent(getDownloadStore().all(), studentId), videos)
  if (films.length === 0) return
  await callApi(listSessions, {})
  for (const film of findRevokedDownloads(films, await callApi(listVideos, {}))) await getDownloader().drop(film)
}
