/** Pages that hear the same event at the same moment ask within this time of each other, not all at once. */
const SPREAD_MS = 1_000

/**
 * Runs a task when it is asked for, never twice at once and never sooner than `gapMs` after it last ended. What is asked
 * for meanwhile is one run more, however often it was asked.
 */
export function throttleTask(gapMs: number, task: () => Promise<unknown>) {
  let state: 'idle' | 'waiting' | 'running' | 'running, asked again' | 'stopped' = 'idle'
  let notBeforeMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function wait() {
    state = 'waiting'
    const ms = Math.max(0, notBeforeMs - performance.now()) + Math.random() * SPREAD_MS
    timer = setTimeout(() => void run(), ms)
  }

  async function run() {
    state = 'running'
    await task().catch(() => undefined)
    notBeforeMs = performance.now() + gapMs
    ended()
  }

  function ended() {
    if (state === 'running, asked again') wait()
    else if (state === 'running') state = 'idle'
  }

  return {
    ask() {
      if (state === 'idle') wait()
      if (state === 'running') state = 'running, asked again'
    },
    stop() {
      state = 'stopped'
      clearTimeout(timer)
    },
  }
}
