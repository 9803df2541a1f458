import { expect, it } from 'vitest'
import { mapWithoutBlocking } from './map-without-blocking.ts'

/** Work of a millisecond. */
function busy(): void {
  const end = performance.now() + 1
  while (performance.now() < end);
}

it('work of many items leaves turns to others, and answers all of it in order', async () => {
  const items = Array.from({ length: 60 }, (_, n) => n)
  let turns = 0
  const others = setInterval(() => (turns += 1), 1)
  const results = await mapWithoutBlocking(items, (n) => {
    busy()
    return n * 2
  })
  clearInterval(others)
  expect(results).toEqual(items.map((n) => n * 2))
  expect(turns).toBeGreaterThan(5)
})

it('an error of the work ends it', async () => {
  const refused = mapWithoutBlocking([1, 2], (n) => {
    if (n === 2) throw new Error('two')
  })
  await expect(refused).rejects.toThrow('two')
})
