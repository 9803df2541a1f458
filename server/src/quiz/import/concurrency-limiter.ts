// Few at a time: each reading of a sheet may take a quarter of a gigabyte and a core.
import { fail } from '../../platform/http/errors.ts'

/**
 * Runs pieces of work, so many at once; the rest wait in order, and who finds the queue full is told to come again.
 * @returns a function that runs one piece in its turn
 */
export function createConcurrencyLimiter({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) fail('busy', { retryAfterSeconds: 10 })
      // The one before passes its place on.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
