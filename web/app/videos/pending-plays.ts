import { listKeys, type KeyValueStorage } from '../browser/storage.ts'

/** Where is stored what a student played of a video and the server has not accepted yet. */
export const playedKey = (studentId: string, videoId: string) => `played_${studentId}_${videoId}`

/** Lists the videos of which something is pending. */
export function listPendingPlays(storage: KeyValueStorage, studentId: string): { key: string; videoId: string }[] {
  const prefix = playedKey(studentId, '')
  return listKeys(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, videoId: key.slice(prefix.length) }))
}
