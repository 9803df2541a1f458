// What a student did with videos while the server could not be reached: 'Mark as Watched', bookmarks, and the
// position at which a video was left. It stays on the phone until the server has received it; sending it twice changes nothing. (The
// answers of a quiz have an outbox of their own, because each counts once and has a deadline.)
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { listKeys, type KeyValueStorage } from '../browser/storage.ts'
import { isFinalRefusal } from '../api/retry.ts'

export type PendingProgress = {
  isWatched?: true
  /** False if the bookmark is to be removed. */
  isBookmarked?: boolean
  positionSeconds?: number
  seenAt?: string
}

const PREFIX = 'watchNews_'
const studentPrefix = (studentId: string) => `${PREFIX}${studentId}_`

type Deps = {
  storage: KeyValueStorage
  sendWatched: (videoId: string) => Promise<unknown>
  sendBookmark: (videoId: string, isBookmarked: boolean) => Promise<unknown>
  sendPosition: (videoId: string, positionSeconds: number) => Promise<unknown>
  /** The id of the student who is logged in: nothing is sent for any other student. */
  currentStudentId: () => string | undefined
}

export type WatchOutbox = ReturnType<typeof createWatchOutbox>

export function createWatchOutbox({ storage, sendWatched, sendBookmark, sendPosition, currentStudentId }: Deps) {
  let sending: Promise<boolean> | undefined
  const listeners = new Set<() => void>()
  let version = 0

  const read = (key: string): PendingProgress => {
    try {
      return JSON.parse(storage.getItem(key) ?? '{}') as PendingProgress
    } catch {
      return {}
    }
  }
  /** Returns whether the browser has stored the change, so that it outlives the page. */
  const write = (key: string, { isWatched, isBookmarked, positionSeconds, seenAt }: PendingProgress): boolean => {
    const isEmpty = isWatched === undefined && isBookmarked === undefined && positionSeconds === undefined
    if (isEmpty) storage.removeItem(key)
    const isStored =
      isEmpty || storage.setItem(key, JSON.stringify({ isWatched, isBookmarked, positionSeconds, seenAt }))
    version += 1
    for (const listener of listeners) listener()
    return isStored
  }
  const listPending = (studentId: string) =>
    listKeys(storage)
      .filter((key) => key.startsWith(studentPrefix(studentId)))
      .map((key) => ({ key, videoId: key.slice(studentPrefix(studentId).length) }))

  function clearWatched(key: string): void {
    const { isWatched: _sent, ...rest } = read(key)
    write(key, rest)
  }

  /** Forgets a bookmark that was sent, unless it was changed meanwhile. */
  function clearBookmark(key: string, sent: boolean): void {
    const { isBookmarked, ...rest } = read(key)
    if (isBookmarked === sent) write(key, rest)
  }

  /** Returns true if the server accepted it or refused it permanently. */
  async function trySending(send: () => Promise<unknown>): Promise<boolean> {
    try {
      await send()
      return true
    } catch (error) {
      return error instanceof ApiError && isFinalRefusal(error)
    }
  }

  /** Sends what is pending for one video. Returns whether nothing is left; what was added meanwhile stays. */
  async function sendOne(studentId: string, key: string, videoId: string): Promise<boolean> {
    const { isWatched, isBookmarked, positionSeconds } = read(key)
    if (isWatched) {
      if (currentStudentId() !== studentId || !(await trySending(() => sendWatched(videoId)))) return false
      clearWatched(key)
    }
    if (isBookmarked !== undefined) {
      if (currentStudentId() !== studentId || !(await trySending(() => sendBookmark(videoId, isBookmarked))))
        return false
      clearBookmark(key, isBookmarked)
    }
    if (positionSeconds !== undefined) {
      if (currentStudentId() !== studentId || !(await trySending(() => sendPosition(videoId, positionSeconds))))
        return false
      const { positionSeconds: latest, seenAt: _seenAt, ...rest } = read(key)
      if (latest === positionSeconds) write(key, rest)
    }
    return true
  }

  async function sendAll(studentId: string): Promise<boolean> {
    for (const { key, videoId } of listPending(studentId)) if (!(await sendOne(studentId, key, videoId))) return false
    return true
  }

  return {
    /** Stores a position. */
    savePosition(
      studentId: string,
      videoId: string,
      position: Required<Pick<PendingProgress, 'positionSeconds' | 'seenAt'>>,
    ): void {
      const key = studentPrefix(studentId) + videoId
      write(key, { ...read(key), ...position })
    },

    /** Called when the server has a newer position than the stored one. */
    clearPosition(studentId: string, videoId: string): void {
      const key = studentPrefix(studentId) + videoId
      const { positionSeconds: _position, seenAt: _seenAt, ...rest } = read(key)
      write(key, rest)
    },

    /**
     * Marks a video as watched. Stored before it is sent, so that nothing is lost if the phone is switched off
     * meanwhile.
     * @throws the server's refusal, or the network error if the storage is full
     */
    async watch(studentId: string, videoId: string): Promise<'sent' | 'pending'> {
      const key = studentPrefix(studentId) + videoId
      const isStored = write(key, { ...read(key), isWatched: true })
      try {
        await sendWatched(videoId)
        clearWatched(key)
        return 'sent'
      } catch (error) {
        if (isStored && isUnanswered(error)) return 'pending'
        // An expired session is not a refusal: the mark stays until the next login.
        if (!(error instanceof ApiError && error.status === 401)) clearWatched(key)
        throw error
      }
    },

    /**
     * Adds or removes a bookmark. Stored before it is sent, as in `watch`.
     * @throws the server's refusal, or the network error if the storage is full
     */
    async bookmark(studentId: string, videoId: string, isBookmarked: boolean): Promise<'sent' | 'pending'> {
      const key = studentPrefix(studentId) + videoId
      const isStored = write(key, { ...read(key), isBookmarked })
      try {
        await sendBookmark(videoId, isBookmarked)
        clearBookmark(key, isBookmarked)
        return 'sent'
      } catch (error) {
        if (isStored && isUnanswered(error)) return 'pending'
        if (!(error instanceof ApiError && error.status === 401)) clearBookmark(key, isBookmarked)
        throw error
      }
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A number that changes with every change, for useSyncExternalStore. */
    version: () => version,

    hasPending: (studentId: string): boolean => listPending(studentId).length > 0,

    /** Returns the list including what the server has not received yet. */
    applyPending(studentId: string, videos: Video[]): Video[] {
      const pending = new Set(listPending(studentId).map(({ videoId }) => videoId))
      if (pending.size === 0) return videos
      return videos.map((video) =>
        pending.has(video._id) ? { ...video, ...read(studentPrefix(studentId) + video._id) } : video,
      )
    },

    /** Deletes everything stored for a student whose account was erased. */
    clearAll(studentId: string): void {
      for (const { key } of listPending(studentId)) storage.removeItem(key)
    },

    /** Sends everything in sequence, and returns whether nothing is left. Concurrent calls share one run. */
    send(studentId: string): Promise<boolean> {
      sending ??= sendAll(studentId).finally(() => (sending = undefined))
      return sending
    },
  }
}

/** Returns whether no reply arrived: there was no network, or it took too long. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 0 : error instanceof DOMException && error.name === 'TimeoutError'
}
