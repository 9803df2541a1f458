// What a student did with films and the server does not know yet: 'Mark as Watched' and the place a film was left at. It
// lies on the phone until the server has taken it; sending twice changes nothing there. (Answers of a quiz have an outbox
// of their own: each counts, and has a deadline.)
import type { Video } from '@baobab/contract/videos.ts'
import { ApiError } from '@baobab/contract/api-error.ts'
import { keysOf, type Storing } from '../api/phone-storage.ts'
import { isFinal } from '../api/retrying.ts'

export type WatchNews = { isWatched?: true; positionSeconds?: number; seenAt?: string }

const PREFIX = 'watchNews_'
const prefixOf = (studentId: string) => `${PREFIX}${studentId}_`

type Deps = {
  storage: Storing | undefined
  sendWatched: (videoId: string) => Promise<unknown>
  sendPlace: (videoId: string, positionSeconds: number) => Promise<unknown>
  /** The student who is logged in: nothing is sent under another name. */
  whoIsIn: () => string | undefined
}

export type WatchOutbox = ReturnType<typeof createWatchOutbox>

export function createWatchOutbox({ storage, sendWatched, sendPlace, whoIsIn }: Deps) {
  let sending: Promise<boolean> | undefined
  const listeners = new Set<() => void>()
  let version = 0

  const read = (key: string): WatchNews => {
    try {
      return JSON.parse(storage?.getItem(key) ?? '{}') as WatchNews
    } catch {
      return {}
    }
  }
  const write = (key: string, { isWatched, positionSeconds, seenAt }: WatchNews) => {
    if (isWatched === undefined && positionSeconds === undefined) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify({ isWatched, positionSeconds, seenAt }))
    version += 1
    for (const listener of listeners) listener()
  }
  const newsOf = (studentId: string) =>
    keysOf(storage)
      .filter((key) => key.startsWith(prefixOf(studentId)))
      .map((key) => ({ key, videoId: key.slice(prefixOf(studentId).length) }))

  function tryWriting(key: string, news: WatchNews): boolean {
    try {
      if (!storage) return false
      write(key, news)
      return true
    } catch {
      return false
    }
  }
  function forgetWatched(key: string): void {
    const { isWatched: _sent, ...rest } = read(key)
    write(key, rest)
  }

  /** True where the server has taken it, or never will. */
  async function isSettled(send: () => Promise<unknown>): Promise<boolean> {
    try {
      await send()
      return true
    } catch (error) {
      return error instanceof ApiError && isFinal(error)
    }
  }

  /** Answers whether nothing is left of one film's news. What was added meanwhile stays. */
  async function sendOne(studentId: string, key: string, videoId: string): Promise<boolean> {
    const { isWatched, positionSeconds } = read(key)
    if (isWatched) {
      if (whoIsIn() !== studentId || !(await isSettled(() => sendWatched(videoId)))) return false
      forgetWatched(key)
    }
    if (positionSeconds !== undefined) {
      if (whoIsIn() !== studentId || !(await isSettled(() => sendPlace(videoId, positionSeconds)))) return false
      const { positionSeconds: now, seenAt: _seenAt, ...rest } = read(key)
      if (now === positionSeconds) write(key, rest)
    }
    return true
  }

  async function sendAll(studentId: string): Promise<boolean> {
    for (const { key, videoId } of newsOf(studentId)) if (!(await sendOne(studentId, key, videoId))) return false
    return true
  }

  return {
    /** Keeps the place of a film; one for which the phone has no room costs a few seconds of film. */
    keepPlace(
      studentId: string,
      videoId: string,
      place: Required<Pick<WatchNews, 'positionSeconds' | 'seenAt'>>,
    ): void {
      const key = prefixOf(studentId) + videoId
      tryWriting(key, { ...read(key), ...place })
    },

    /** The server knows a newer place of a film than the one that is kept. */
    forgetPlace(studentId: string, videoId: string): void {
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
      const isKept = tryWriting(key, { ...read(key), isWatched: true })
      try {
        await sendWatched(videoId)
        forgetWatched(key)
        return 'taken'
      } catch (error) {
        if (isKept && isSilence(error)) return 'kept'
        // A dead login is no refusal: what was done stays for the next one.
        if (!(error instanceof ApiError && error.status === 401)) forgetWatched(key)
        throw error
      }
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Another number after each change. */
    version: () => version,

    hasNews: (studentId: string): boolean => newsOf(studentId).length > 0,

    /** A list as the student knows it: with what the server has not heard yet. */
    overlay(studentId: string, videos: Video[]): Video[] {
      const known = new Set(newsOf(studentId).map(({ videoId }) => videoId))
      if (known.size === 0) return videos
      return videos.map((video) =>
        known.has(video._id) ? { ...video, ...read(prefixOf(studentId) + video._id) } : video,
      )
    },

    /** Forgets all of a student, whose account is gone. */
    forgetAll(studentId: string): void {
      for (const { key } of newsOf(studentId)) storage?.removeItem(key)
    },

    /** Sends what is kept, one after the other; answers whether nothing is left. One sending at a time. */
    send(studentId: string): Promise<boolean> {
      sending ??= sendAll(studentId).finally(() => (sending = undefined))
      return sending
    },
  }
}

/** No answer came: no network, or it took too long. */
function isSilence(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 0 : error instanceof DOMException && error.name === 'TimeoutError'
}
