import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const YIELD_EVERY_MS = 4

/**
 * Maps items like `Array.map`, but yields to the event loop every few milliseconds, so that thousands of items do not delay other
 * requests.
 */
export async function mapWithoutBlocking<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let startedAt = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - startedAt < YIELD_EVERY_MS) continue
    await yieldToEventLoop()
    startedAt = performance.now()
  }
  return results
}
