// The only source of the current time. Tests can move it; SQL that uses the database's clock adds the same offset.

export type Clock = {
  now(): Date
  /** Milliseconds that this clock is ahead of the real one; 0 outside tests. */
  offsetMs(): number
  /** Sets the clock to an instant, from which it keeps running. For tests. */
  set(at: Date): void
  advance(ms: number): void
}

/** Creates a clock that shows the machine's time until a test moves it. */
export function createClock(): Clock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    offsetMs: () => offset,
    set: (at) => {
      offset = at.getTime() - Date.now()
    },
    advance: (ms) => {
      offset += ms
    },
  }
}
