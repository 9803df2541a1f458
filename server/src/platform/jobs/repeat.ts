/** The longest pause after failures. */
const MAX_PAUSE_MS = 5 * 60_000

/**
 * Runs a handler repeatedly, each time `everyMs` after it ended. Each failure doubles the pause, up to five minutes.
 * @returns a function that stops it, and resolves when no run is in progress any more
 */
export function repeat(options: {
  everyMs: number
  handler: () => Promise<void>
  onError: (error: unknown) => void
}): () => Promise<void> {
  const { everyMs, handler, onError } = options
  let isStopped = false
  let pauseMs = everyMs
  let timer: NodeJS.Timeout
  let last: Promise<void> = Promise.resolve()
  const run = async () => {
    try {
      await handler()
      pauseMs = everyMs
    } catch (error) {
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
      if (!isStopped) onError(error)
    }
    if (!isStopped) schedule()
  }
  const schedule = () => {
    timer = setTimeout(() => void (last = run()), pauseMs).unref()
  }
  schedule()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await last
  }
}
