import { describe, expect, test } from 'vitest'
import { isNearEnd, toPercent, resumePosition, readView } from './player-view.ts'

const media = {
  paused: true,
  ended: false,
  readyState: 0,
  currentTime: 0,
  duration: Number.NaN,
  muted: false,
  volume: 1,
  videoHeight: 240,
  error: null,
}

describe('the position to resume at', () => {
  const at = (positionSeconds: number | null, durationSeconds: number | null) =>
    resumePosition({ positionSeconds, durationSeconds })

  test('is where the video was left', () => {
    expect(at(31, 62)).toBe(31)
  })

  test('is the start if the video was never started, barely started, or watched nearly to the end', () => {
    expect([at(null, 62), at(0, 62), at(2, 62), at(56, 62), at(62, 62)]).toEqual([0, 0, 0, 0, 0])
  })

  test('is any position if the length is unknown', () => {
    expect(at(500, null)).toBe(500)
  })
})

test('the last tenth counts as the end; without a length there is none', () => {
  expect([isNearEnd(53.9, 60), isNearEnd(54, 60), isNearEnd(5, 0)]).toEqual([false, true, false])
})

test('a percentage is never above 100, and 0 without a length', () => {
  expect([toPercent(30, 60), toPercent(61, 60), toPercent(3, 0)]).toEqual([50, 100, 0])
})

describe('the view', () => {
  test('has the position to resume at and the length of the list until the video has loaded', () => {
    expect(readView(media, 23, 62)).toMatchObject({ position: 23, duration: 62, isPlaying: false, isWaiting: false })
  })

  test('has the position and length of the video once it has loaded', () => {
    const loaded = { ...media, readyState: 4, currentTime: 5, duration: 61.9 }
    expect(readView(loaded, 23, 62)).toMatchObject({ position: 5, duration: 61.9 })
  })

  test('is waiting while a playing video has no picture, unless it failed', () => {
    const starved = { ...media, paused: false, readyState: 1 }
    expect(readView(starved, 0, 62)).toMatchObject({ isPlaying: true, isWaiting: true })
    expect(readView({ ...starved, error: {} as MediaError }, 0, 62).isWaiting).toBe(false)
  })

  test('has a picture from the first frame on', () => {
    expect([0, 1, 2].map((readyState) => readView({ ...media, readyState }, 0, 62).hasPicture)).toEqual([
      false,
      false,
      true,
    ])
  })

  test('is sound only if a loaded video has no picture', () => {
    const sound = { ...media, videoHeight: 0 }
    expect(readView({ ...sound, readyState: 4 }, 0, 62)).toMatchObject({ hasPicture: false, isSoundOnly: true })
    expect(readView(sound, 0, 62).isSoundOnly).toBe(false)
  })

  test('is muted at volume 0', () => {
    expect(readView({ ...media, volume: 0 }, 0, 62).isMuted).toBe(true)
  })
})
