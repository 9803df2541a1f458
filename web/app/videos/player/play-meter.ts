import type { PlayedRange } from '@baobab/contract/videos/endpoints.ts'
import { PLAYED_SPEED_MAX } from '@baobab/contract/videos/rules.ts'

/** Events of a media element are late by up to this many seconds. */
const LATE_SECONDS = 0.5

type Moment = { position: number; speed: number; isPaused: boolean; isSeeking: boolean; atMs: number }

/**
 * Measures which whole seconds of a video are played, from the events of its media element. Parts that were skipped, or
 * played at more than double speed, do not count.
 */
export function createPlayMeter() {
  /** The part that is being played, and when its end was measured. */
  let part: { from: number; to: number; atMs: number } | undefined
  let ranges: PlayedRange[] = []

  /** Both ends of a part are rounded alike, so that there is no gap between consecutive parts. */
  const addPart = () => {
    const [from, to] = [Math.round(part?.from ?? 0), Math.round(part?.to ?? 0)]
    if (from < to) ranges.push({ from, to })
  }
  const endPart = () => {
    addPart()
    part = undefined
  }

  return {
    note({ position, speed, isPaused, isSeeking, atMs }: Moment): void {
      if (isSeeking) return endPart()
      if (part) {
        const moved = position - part.to
        const mostMoved = (PLAYED_SPEED_MAX * (atMs - part.atMs)) / 1_000 + LATE_SECONDS
        if (moved >= 0 && moved <= mostMoved && speed <= PLAYED_SPEED_MAX)
          part = { from: part.from, to: position, atMs }
        else endPart()
      }
      if (isPaused) endPart()
      else part ??= { from: position, to: position, atMs }
    },

    /** Returns what was played since the last call. */
    take(): PlayedRange[] {
      addPart()
      if (part) part.from = part.to
      const taken = ranges
      ranges = []
      return taken
    },
  }
}
