// Limits how much work of one kind runs at a time in this process.
import pLimit from 'p-limit'
import { fail } from '../http/errors.ts'

/**
 * Returns a function that runs at most `concurrency` tasks at a time; further tasks wait in order. Refuses with `busy` (503) if
 * `maxQueued` tasks are already waiting.
 */
export function createConcurrencyLimiter(options: {
  concurrency: number
  maxQueued: number
  retryAfterSeconds: number
}) {
  const { concurrency, maxQueued, retryAfterSeconds } = options
  const limit = pLimit(concurrency)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxQueued) fail('busy', { retryAfterSeconds })
    return limit(work)
  }
}
