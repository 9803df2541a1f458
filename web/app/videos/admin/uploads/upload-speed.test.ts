import { expect, test } from 'vitest'
import { describeRemaining, measureSpeed, formatSpeed, addReading, type Reading } from './upload-state.ts'

const every = (seconds: number, bytesPerSecond: number, from: Reading = { at: 0, sent: 0 }) =>
  Array.from({ length: seconds }, (_, second) => second + 1).map((second) => ({
    at: from.at + second * 1000,
    sent: from.sent + second * bytesPerSecond,
  }))
const collect = (readings: Reading[]) => readings.reduce(addReading, [] as readonly Reading[])

test('there is no speed before three seconds, nor if nothing is sent', () => {
  expect(measureSpeed(collect(every(3, 1_000_000)))).toBeUndefined()
  expect(measureSpeed(collect(every(4, 1_000_000)))).toBe(1_000_000)
  expect(measureSpeed(collect(every(10, 0)))).toBeUndefined()
})

test('the speed is measured over the last seconds, not over the whole upload', () => {
  const fast = every(60, 2_000_000)
  const slow = every(30, 100_000, fast.at(-1))
  expect(measureSpeed(collect([...fast, ...slow]))).toBe(100_000)
})

test('a connection that sends once in twenty seconds has a speed too', () => {
  const readings = [
    { at: 0, sent: 0 },
    { at: 20_000, sent: 1_000_000 },
    { at: 40_000, sent: 2_000_000 },
  ]
  expect(measureSpeed(collect(readings))).toBe(50_000)
})

test('the time left is shown in minutes, as less than a minute at the end, and in hours on a very slow connection', () => {
  const total = 61_000_000
  expect(describeRemaining({ sent: 0, total, speed: undefined })).toBe('0 MB of 61 MB')
  expect(describeRemaining({ sent: 38_000_000, total, speed: 190_000 })).toBe('38 MB of 61 MB, about 2 minutes left')
  expect(describeRemaining({ sent: 38_000_000, total, speed: 350_000 })).toBe('38 MB of 61 MB, about 1 minute left')
  expect(describeRemaining({ sent: 60_000_000, total, speed: 190_000 })).toBe('60 MB of 61 MB, less than a minute left')
  expect(describeRemaining({ sent: 1_000_000, total, speed: 5_000 })).toBe('1 MB of 61 MB, about 3 hours left')
})

test('a speed below a megabyte per second is shown in KB', () => {
  expect(formatSpeed(1_234_000)).toBe('1.2 MB per second')
  expect(formatSpeed(80_400)).toBe('80 KB per second')
})
