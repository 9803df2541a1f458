import { expect, it } from 'vitest'
import { createClock } from '../platform/clock.ts'
import { keepBriefly } from './keep-briefly.ts'

it('loads a value at most once in a while for each key, even for callers who ask while it is loading', async () => {
  const clock = createClock()
  const loads: string[] = []
  const read = keepBriefly({ clock }, 60_000, async (key: string) => loads.push(key))
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual([1, 1, 2])
  clock.advance(61_000)
  expect(await read('a')).toBe(3)
  // Nothing is kept after the clock was set back.
  clock.advance(-61_000)
  expect(await read('a')).toBe(4)
})

it('does not keep failures', async () => {
  let isBroken = true
  const read = keepBriefly({ clock: createClock() }, 60_000, async () => {
    if (isBroken) throw new Error('broken')
    return 'whole'
  })
  await expect(read(0)).rejects.toThrow('broken')
  isBroken = false
  expect(await read(0)).toBe('whole')
})
