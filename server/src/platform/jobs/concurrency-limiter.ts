// Limits how much work of one kind runs at a time in this process.
import pLimit from 'p-limit'
import { fail } from '../http/errors.ts'

/**
 * Returns a function that runs work, at most `concurrency` pieces at a time; further ones wait in order. Refuses with
 * `busy` (503) when `maxQueued` pieces are waiting already.
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
