import { canDownload } from '../offline/downloaded-files.ts'
import { phoneStorage } from '../browser/storage.ts'
import { getWatchOutbox } from './app-watch-outbox.ts'
import { deleteDownloadsOfStudent } from './downloads/app-downloader.ts'
import { listPendingPlays } from './pending-plays.ts'

/**
 * Deletes what is stored on this phone about a student whose account was erased. Never throws: the account is deleted
 * already.
 */
export async function deleteLocalVideoData(studentId: string): Promise<void> {
  getWatchOutbox().clearAll(studentId)
  for (const { key } of listPendingPlays(phoneStorage, studentId)) phoneStorage.removeItem(key)
  if (canDownload()) await deleteDownloadsOfStudent(studentId).catch(() => undefined)
}
