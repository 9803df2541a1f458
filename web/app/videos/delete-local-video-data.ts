import { deleteDownloadsOfStudent } from './downloads/app-downloader.ts'
import { getWatchOutbox } from './app-watch-outbox.ts'
import { canDownload } from '../offline/storage-space.ts'

/** Takes off this phone what lies here for a student whose account is gone. Never throws: the account is gone already. */
export async function deleteLocalVideoData(studentId: string): Promise<void> {
  getWatchOutbox().clearAll(studentId)
  if (canDownload()) await deleteDownloadsOfStudent(studentId).catch(() => undefined)
}
