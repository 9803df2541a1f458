import { listKeys, type KeyValueStorage } from '../browser/storage.ts'

/** The storage key for plays that the server has not accepted yet. */
export const playedKey = (studentId: string, videoId: string) => `played_${studentId}_${videoId}`

/** Lists videos with pending plays. */
export function listPendingPlays(storage: KeyValueStorage, studentId: string): { key: string; videoId: string }[] {
  const prefix = playedKey(studentId, '')
  return listKeys(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, videoId: key.slice(prefix.length) }))
}
