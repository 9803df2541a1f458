import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { createPlayMeter } from './play-meter.ts'

let meter: ReturnType<typeof createPlayMeter>
let atMs: number
let position: number
beforeEach(() => {
  meter = createPlayMeter()
  atMs = 0
  position = 0
})
const note = (changes = {}) => meter.note({ position, speed: 1, isPaused: false, isSeeking: false, atMs, ...changes })
const play = (seconds: number, speed = 1) => {
  note({ speed })
  for (let n = 0; n < seconds * 4; n += 1) {
    atMs += 250 / speed
    position += 0.25
    note({ speed })
  }
}
const seek = (to: number) => {
  position = to
  note({ isSeeking: true })
}

test('seconds that are played count, at any speed up to double, each time only those since the last call', () => {
  play(10.25)
  expect(meter.take()).toEqual([{ from: 0, to: 10 }])
  play(5, 2)
  expect(meter.take()).toEqual([{ from: 10, to: 15 }])
  play(5, 0.75)
  expect(meter.take()).toEqual([{ from: 15, to: 20 }])
  expect(meter.take()).toEqual([])
})

test('what is skipped does not count, nor what is played faster than at double speed', () => {
  play(5)
  seek(40)
  play(5)
  seek(20)
  play(3)
  expect(meter.take()).toEqual([
    { from: 0, to: 5 },
    { from: 40, to: 45 },
    { from: 20, to: 23 },
  ])
  play(10, 2.5)
  expect(meter.take()).toEqual([])
})

test('a jump after a pause does not count, even if the pause was long', () => {
  play(5)
  note({ isPaused: true })
  atMs += 60_000
  position = 30
  note()
  play(2)
  expect(meter.take()).toEqual([
    { from: 0, to: 5 },
    { from: 30, to: 32 },
  ])
})

test('a page in the background counts, though it hears of its video rarely', () => {
  note()
  atMs += 20_000
  position += 20
  note()
  expect(meter.take()).toEqual([{ from: 0, to: 20 }])
})

test('however often the seconds are taken, playing through leaves no gap', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }), (quarters) => {
      meter = createPlayMeter()
      position = 0
      const taken = quarters.flatMap((count) => {
        play(count / 4)
        return meter.take()
      })
      const count = taken.reduce((sum, { from, to }) => sum + to - from, 0)
      expect(count).toBe(Math.round(position))
    }),
  )
})
