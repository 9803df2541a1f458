import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds after which everybody else has a turn. */
const AT_MOST_MS = 4

/**
 * Does a long piece of work item by item, and lets the event loop turn every few milliseconds, so that thousands of items
 * hold nobody up. Answers what each came to, in order.
 */
export async function mapWithoutBlocking<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let began = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - began < AT_MOST_MS) continue
    await turn()
    began = performance.now()
  }
  return results
}
