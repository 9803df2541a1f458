// What a student did with films and the server does not know yet: 'Mark as Watched' and the place a film was left at. It
// lies on the phone until the server has taken it; sending twice changes nothing there. (Answers of a quiz have an outbox
// of their own: each counts, and has a deadline.)
import type { Video } from '@baobab/contract/videos.ts'
import { ApiError } from '@baobab/contract/api-error.ts'
import { listKeys, type KeyValueStorage } from '../api/browser-storage.ts'
import { isFinalRefusal } from '../api/retry.ts'

export type PendingProgress = { isWatched?: true; positionSeconds?: number; seenAt?: string }

const PREFIX = 'watchNews_'
const prefixOf = (studentId: string) => `${PREFIX}${studentId}_`

type Deps = {
  storage: KeyValueStorage | undefined
  sendWatched: (videoId: string) => Promise<unknown>
  sendPlace: (videoId: string, positionSeconds: number) => Promise<unknown>
  /** The student who is logged in: nothing is sent under another name. */
  currentStudentId: () => string | undefined
}

export type WatchOutbox = ReturnType<typeof createWatchOutbox>

export function createWatchOutbox({ storage, sendWatched, sendPlace, currentStudentId }: Deps) {
  let sending: Promise<boolean> | undefined
  const listeners = new Set<() => void>()
  let version = 0

  const read = (key: string): PendingProgress => {
    try {
      return JSON.parse(storage?.getItem(key) ?? '{}') as PendingProgress
    } catch {
      return {}
    }
  }
  const write = (key: string, { isWatched, positionSeconds, seenAt }: PendingProgress) => {
    if (isWatched === undefined && positionSeconds === undefined) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify({ isWatched, positionSeconds, seenAt }))
    version += 1
    for (const listener of listeners) listener()
  }
  const listPending = (studentId: string) =>
    listKeys(storage)
      .filter((key) => key.startsWith(prefixOf(studentId)))
      .map((key) => ({ key, videoId: key.slice(prefixOf(studentId).length) }))

  function tryWrite(key: string, news: PendingProgress): boolean {
    try {
      if (!storage) return false
      write(key, news)
      return true
    } catch {
      return false
    }
  }
  function clearWatched(key: string): void {
    const { isWatched: _sent, ...rest } = read(key)
    write(key, rest)
  }

  /** True where the server has taken it, or never will. */
  async function isSettled(send: () => Promise<unknown>): Promise<boolean> {
    try {
      await send()
      return true
    } catch (error) {
      return error instanceof ApiError && isFinalRefusal(error)
    }
  }

  /** Answers whether nothing is left of one film's news. What was added meanwhile stays. */
  async function sendOne(studentId: string, key: string, videoId: string): Promise<boolean> {
    const { isWatched, positionSeconds } = read(key)
    if (isWatched) {
      if (currentStudentId() !== studentId || !(await isSettled(() => sendWatched(videoId)))) return false
      clearWatched(key)
    }
    if (positionSeconds !== undefined) {
      if (currentStudentId() !== studentId || !(await isSettled(() => sendPlace(videoId, positionSeconds))))
        return false
      const { positionSeconds: now, seenAt: _seenAt, ...rest } = read(key)
      if (now === positionSeconds) write(key, rest)
    }
    return true
  }

  async function sendAll(studentId: string): Promise<boolean> {
    for (const { key, videoId } of listPending(studentId)) if (!(await sendOne(studentId, key, videoId))) return false
    return true
  }

  return {
    /** Keeps the place of a film; one for which the phone has no room costs a few seconds of film. */
    savePosition(
      studentId: string,
      videoId: string,
      place: Required<Pick<PendingProgress, 'positionSeconds' | 'seenAt'>>,
    ): void {
      const key = prefixOf(studentId) + videoId
      tryWrite(key, { ...read(key), ...place })
    },

    /** The server knows a newer place of a film than the one that is kept. */
    clearPosition(studentId: string, videoId: string): void {
      const key = prefixOf(studentId) + videoId
      const { isWatched } = read(key)
      write(key, isWatched ? { isWatched } : {})
    },

    /**
     * Marks a video as watched. It is written down first: a phone that dies meanwhile loses nothing. Throws what the server
     * refused, and with no room on the phone what the network said.
     */
    async watch(studentId: string, videoId: string): Promise<'taken' | 'kept'> {
      const key = prefixOf(studentId) + videoId
      const isKept = tryWrite(key, { ...read(key), isWatched: true })
      try {
        await sendWatched(videoId)
        clearWatched(key)
        return 'taken'
      } catch (error) {
        if (isKept && isUnanswered(error)) return 'kept'
        // A dead login is no refusal: what was done stays for the next one.
        if (!(error instanceof ApiError && error.status === 401)) clearWatched(key)
        throw error
      }
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Another number after each change. */
    version: () => version,

    hasPending: (studentId: string): boolean => listPending(studentId).length > 0,

    /** A list as the student knows it: with what the server has not heard yet. */
    applyPending(studentId: string, videos: Video[]): Video[] {
      const known = new Set(listPending(studentId).map(({ videoId }) => videoId))
      if (known.size === 0) return videos
      return videos.map((video) =>
        known.has(video._id) ? { ...video, ...read(prefixOf(studentId) + video._id) } : video,
      )
    },

    /** Forgets all of a student, whose account is gone. */
    clearAll(studentId: string): void {
      for (const { key } of listPending(studentId)) storage?.removeItem(key)
    },

    /** Sends what is kept, one after the other; answers whether nothing is left. One sending at a time. */
    send(studentId: string): Promise<boolean> {
      sending ??= sendAll(studentId).finally(() => (sending = undefined))
      return sending
    },
  }
}

/** No answer came: no network, or it took too long. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 0 : error instanceof DOMException && error.name === 'TimeoutError'
}
