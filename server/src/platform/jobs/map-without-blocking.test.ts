import { expect, it } from 'vitest'
import { mapWithoutBlocking } from './map-without-blocking.ts'

/** Blocks the event loop for a millisecond. */
function block(): void {
  const end = performance.now() + 1
  while (performance.now() < end);
}

it('lets timers run between items, and returns the results in order', async () => {
  const items = Array.from({ length: 60 }, (_, n) => n)
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 1)
  const results = await mapWithoutBlocking(items, (n) => {
    block()
    return n * 2
  })
  clearInterval(timer)
  expect(results).toEqual(items.map((n) => n * 2))
  expect(ticks).toBeGreaterThan(5)
})

it('stops at the first error', async () => {
  const failing = mapWithoutBlocking([1, 2], (n) => {
    if (n === 2) throw new Error('two')
  })
  await expect(failing).rejects.toThrow('two')
})
