// The one source of time. Tests move it; statements that use the database's clock add the same offset.

export type Clock = {
  now(): Date
  /** Milliseconds that this clock is ahead of the real one; 0 outside tests. */
  offsetMs(): number
  /** Moves the clock to an instant, from which it runs on. For tests. */
  set(at: Date): void
  advance(ms: number): void
}

/** Creates a clock that follows the machine's until a test moves it. */
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
