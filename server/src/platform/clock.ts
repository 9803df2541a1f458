// The one source of time. Tests move it; the database is told the offset so that both speak of the same instant.

export type Clock = {
  now(): Date
  /** Milliseconds by which this clock is ahead of the real one; 0 outside tests. */
  offsetMs(): number
  /** Moves the clock to an instant, from which it goes on running. For tests. */
  set(at: Date): void
  advance(ms: number): void
}

/** A clock that runs with the machine's until a test moves it. */
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
