// Plays and reads that the server has not accepted yet: there was no network, or it was too early. Loaded with the code
// that measures them, or when something is pending. Sending a report twice changes nothing.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { PlayedRange, ReportedPlay } from '@baobab/contract/videos/endpoints.ts'
import { PLAYED_RANGES_MAX } from '@baobab/contract/videos/rules.ts'
import { isFinalRefusal } from '../api/retry.ts'
import type { KeyValueStorage } from '../browser/storage.ts'
import { listPendingPlays, playedKey } from './pending-plays.ts'

export type Played = { ranges: readonly PlayedRange[]; hasRead?: true }

type Deps = {
  storage: KeyValueStorage
  sendPlayed: (videoId: string, played: Played) => Promise<ReportedPlay>
  /** The id of the student who is logged in: nothing is sent for any other student. */
  currentStudentId: () => string | undefined
}

export function createPlayedOutbox({ storage, sendPlayed, currentStudentId }: Deps) {
  const read = (key: string): Played => {
    try {
      return { ranges: [], ...(JSON.parse(storage.getItem(key) ?? '{}') as Partial<Played>) }
    } catch {
      return { ranges: [] }
    }
  }
  const write = (key: string, played: Played): void => {
    if (played.ranges.length === 0 && !played.hasRead) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(played))
  }

  /** Forgets what was accepted. A range that has grown meanwhile stays. */
  function clear(key: string, sent: Played): void {
    const { ranges, hasRead } = read(key)
    const left = ranges.filter(({ from, to }) => !sent.ranges.some((one) => one.from === from && one.to === to))
    write(key, { ranges: left, ...(hasRead && !sent.hasRead && { hasRead }) })
  }

  async function sendOne(key: string, videoId: string, { ranges, hasRead }: Played): Promise<ReportedPlay> {
    const sent = { ranges: ranges.slice(0, PLAYED_RANGES_MAX), ...(hasRead && { hasRead }) }
    try {
      const reply = await sendPlayed(videoId, sent)
      if (reply.isAccepted) clear(key, sent)
      return reply
    } catch (error) {
      if (error instanceof ApiError && isFinalRefusal(error)) clear(key, sent)
      throw error
    }
  }

  return {
    /**
     * Reports what was played or read of a video. Stored before it is sent, so that nothing is lost if the phone is switched
     * off meanwhile. Without ranges it only tells the server that the video is starting.
     * @throws the server's refusal, or the network error, after which it is sent again
     */
    report(studentId: string, videoId: string, { ranges, hasRead }: Played): Promise<ReportedPlay> {
      const key = playedKey(studentId, videoId)
      const pending = read(key)
      const isRead = hasRead ?? pending.hasRead
      const played = { ranges: mergeRanges([...pending.ranges, ...ranges]), ...(isRead && { hasRead: isRead }) }
      write(key, played)
      return sendOne(key, videoId, played)
    },

    /** Sends everything in sequence. Returns whether the server has accepted something. */
    async send(studentId: string): Promise<boolean> {
      let isAccepted = false
      for (const { key, videoId } of listPendingPlays(storage, studentId)) {
        if (currentStudentId() !== studentId) break
        const reply = await sendOne(key, videoId, read(key)).catch(() => undefined)
        isAccepted ||= reply?.isAccepted === true
      }
      return isAccepted
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
