/** Pages that receive the same event at the same moment start their requests spread over this time. */
const SPREAD_MS = 1_000

/**
 * Runs a task on request: never twice at the same time, and never sooner than `gapMs` after it last ended. Requests in
 * the meantime lead to one further run. The throttle functions of libraries do not wait for asynchronous tasks.
 */
export function throttleTask(gapMs: number, task: () => Promise<unknown>) {
  let state: 'idle' | 'waiting' | 'running' | 'running, requested again' | 'stopped' = 'idle'
  let notBeforeMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule() {
    state = 'waiting'
    const delayMs = Math.max(0, notBeforeMs - performance.now()) + Math.random() * SPREAD_MS
    timer = setTimeout(() => void run(), delayMs)
  }

  async function run() {
    state = 'running'
    await task().catch(() => undefined)
    notBeforeMs = performance.now() + gapMs
    handleEnd()
  }

  function handleEnd() {
    if (state === 'running, requested again') schedule()
    else if (state === 'running') state = 'idle'
  }

  return {
    request() {
      if (state === 'idle') schedule()
      if (state === 'running') state = 'running, requested again'
    },
    stop() {
      state = 'stopped'
      clearTimeout(timer)
    },
  }
}
