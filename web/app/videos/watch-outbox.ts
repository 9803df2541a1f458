// What a student did with videos while the server could not be reached: 'Mark as Watched', bookmarks, the position at
// which a video was left, and what was played or read of it. It stays on the phone until the server has received it; sending it twice changes nothing. (The
// answers of a quiz have an outbox of their own, because each counts once and has a deadline.)
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { PlayedRange, ReportedPlay, Video } from '@baobab/contract/videos/endpoints.ts'
import { PLAYED_RANGES_MAX } from '@baobab/contract/videos/rules.ts'
import { listKeys, type KeyValueStorage } from '../browser/storage.ts'
import { isFinalRefusal } from '../api/retry.ts'

export type PendingProgress = {
  isWatched?: true
  /** False: the bookmark is to be removed. */
  isBookmarked?: boolean
  positionSeconds?: number
  seenAt?: string
  /** What was played and not accepted yet, in order and without overlaps. */
  played?: PlayedRange[]
  hasRead?: true
}

type Played = { ranges: readonly PlayedRange[]; hasRead?: true }

const PREFIX = 'watchNews_'
const studentPrefix = (studentId: string) => `${PREFIX}${studentId}_`

type Deps = {
  storage: KeyValueStorage
  sendWatched: (videoId: string) => Promise<unknown>
  sendBookmark: (videoId: string, isBookmarked: boolean) => Promise<unknown>
  sendPosition: (videoId: string, positionSeconds: number) => Promise<unknown>
  sendPlayed: (videoId: string, played: Played) => Promise<ReportedPlay>
  /** The id of the student who is logged in: nothing is sent for any other student. */
  currentStudentId: () => string | undefined
}

export type WatchOutbox = ReturnType<typeof createWatchOutbox>

export function createWatchOutbox(deps: Deps) {
  const { storage, sendWatched, sendBookmark, sendPosition, sendPlayed, currentStudentId } = deps
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
  /** Returns whether it outlives the page. */
  const write = (key: string, pending: PendingProgress): boolean => {
    const { isWatched, isBookmarked, positionSeconds, seenAt, played = [], hasRead } = pending
    const isEmpty =
      isWatched === undefined &&
      isBookmarked === undefined &&
      positionSeconds === undefined &&
      played.length === 0 &&
      hasRead === undefined
    if (isEmpty) storage.removeItem(key)
    const stored = { isWatched, isBookmarked, positionSeconds, seenAt, ...(played.length > 0 && { played }), hasRead }
    const isStored = isEmpty || storage.setItem(key, JSON.stringify(stored))
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

  /** Forgets what was accepted. A range that has grown meanwhile stays: sending it twice changes nothing. */
  function clearPlayed(key: string, sent: Played): void {
    const { played = [], hasRead, ...rest } = read(key)
    const left = played.filter(({ from, to }) => !sent.ranges.some((one) => one.from === from && one.to === to))
    write(key, { ...rest, played: left, ...(hasRead && !sent.hasRead && { hasRead }) })
  }

  /** Sends what was played of a video. What the server finds too early stays pending. */
  async function sendPendingPlay(key: string, videoId: string): Promise<ReportedPlay> {
    const { played = [], hasRead } = read(key)
    const sent = { ranges: played.slice(0, PLAYED_RANGES_MAX), ...(hasRead && { hasRead }) }
    try {
      const reply = await sendPlayed(videoId, sent)
      if (reply.isAccepted) clearPlayed(key, sent)
      return reply
    } catch (error) {
      if (error instanceof ApiError && isFinalRefusal(error)) clearPlayed(key, sent)
      throw error
    }
  }

  /** Sends what is pending for one video. Returns whether nothing is left; what was added meanwhile stays. */
  async function sendOne(studentId: string, key: string, videoId: string): Promise<boolean> {
    const { isWatched, isBookmarked, positionSeconds, played, hasRead } = read(key)
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
    if (played || hasRead)
      return currentStudentId() === studentId && (await trySending(() => sendPendingPlay(key, videoId)))
    return true
  }

  async function sendAll(studentId: string): Promise<boolean> {
    for (const { key, videoId } of listPending(studentId)) if (!(await sendOne(studentId, key, videoId))) return false
    return listPending(studentId).length === 0
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
     * Adds or removes a bookmark. Stored before it is sent, like a mark.
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

    /**
     * Reports what was played or read of a video. Stored before it is sent, like a mark; without ranges it only tells the
     * server that the video begins.
     * @throws the server's refusal, or the network error, after which it is sent again
     */
    play(studentId: string, videoId: string, { ranges, hasRead }: Played): Promise<ReportedPlay> {
      const key = studentPrefix(studentId) + videoId
      const pending = read(key)
      write(key, {
        ...pending,
        played: mergeRanges([...(pending.played ?? []), ...ranges]),
        ...(hasRead && { hasRead }),
      })
      return sendPendingPlay(key, videoId)
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
      return videos.map((video) => {
        if (!pending.has(video._id)) return video
        const { played: _played, hasRead: _hasRead, ...shown } = read(studentPrefix(studentId) + video._id)
        return { ...video, ...shown }
      })
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

/** Joins ranges that overlap or touch, and orders them. */
function mergeRanges(ranges: readonly PlayedRange[]): PlayedRange[] {
  const merged: PlayedRange[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

/** Returns whether no reply arrived: there was no network, or it took too long. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 0 : error instanceof DOMException && error.name === 'TimeoutError'
}
