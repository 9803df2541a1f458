// Waiting that ends with the page.

/** Waits; rejects when the page is left. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return until(signal, (done) => {
    const timer = setTimeout(done, ms)
    return () => clearTimeout(timer)
  })
}

/** Waits for a network, as far as the device knows; rejects when the page is left. */
export function whenOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return until(signal, (done) => {
    window.addEventListener('online', done)
    return () => window.removeEventListener('online', done)
  })
}

function until(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const left = () => reject(new Error('the page was left'))
    if (signal.aborted) return left()
    const stop = begin(() => {
      stop()
      signal.removeEventListener('abort', leave)
      resolve()
    })
    const leave = () => {
      stop()
      left()
    }
    signal.addEventListener('abort', leave, { once: true })
  })
}
