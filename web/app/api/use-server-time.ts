import { useSyncExternalStore } from 'react'
import { followTime, serverTime } from './server-time.ts'

const HOUR_MS = 3_600_000

const followNothing = () => () => undefined

/** Returns the result of `read` for the server's time, and renders again when it changes; undefined without `read`. */
export function useServerTime<T extends string | number | boolean | undefined>(read: (nowMs: number) => T): T
export function useServerTime<T extends string | number | boolean>(
  read: ((nowMs: number) => T) | undefined,
): T | undefined
export function useServerTime<T>(read: ((nowMs: number) => T) | undefined): T | undefined {
  const now = () => read?.(serverTime())
  return useSyncExternalStore(read ? followTime : followNothing, now, now)
}

/** Counts down to an instant of server time; returns 0 once it is reached, or if there is none. */
export function useSecondsLeft(at: number | undefined, longestMs = HOUR_MS): number {
  return useServerTime(at === undefined ? undefined : (nowMs) => secondsUntil(at, nowMs, longestMs)) ?? 0
}

/**
 * Returns the whole seconds until `at`, rounded up so that 0 means now.
 * @param longestMs the longest possible wait, which caps the result while the server's time is unknown
 */
export function secondsUntil(at: number, nowMs: number, longestMs = HOUR_MS): number {
  return Math.ceil(Math.min(Math.max(0, at - nowMs), longestMs) / 1000)
}
