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

describe('where a film goes on', () => {
  const at = (positionSeconds: number | null, durationSeconds: number | null) =>
    resumePosition({ positionSeconds, durationSeconds })

  test('at the place it was left at', () => {
    expect(at(31, 62)).toBe(31)
  })

  test('from the beginning where it was never begun, barely begun, or seen nearly to the end', () => {
    expect([at(null, 62), at(0, 62), at(2, 62), at(56, 62), at(62, 62)]).toEqual([0, 0, 0, 0, 0])
  })

  test('at any place of a film whose length is not known', () => {
    expect(at(500, null)).toBe(500)
  })
})

test('the last tenth counts as the end, and a film without a length has none', () => {
  expect([isNearEnd(53.9, 60), isNearEnd(54, 60), isNearEnd(5, 0)]).toEqual([false, true, false])
})

test('a share is never above the whole, and of nothing it is nothing', () => {
  expect([toPercent(30, 60), toPercent(61, 60), toPercent(3, 0)]).toEqual([50, 100, 0])
})

describe('what the screen shows', () => {
  test('the place to go on and the length of the list, until the file is there', () => {
    expect(readView(media, 23, 62)).toMatchObject({ position: 23, duration: 62, isPlaying: false, isWaiting: false })
  })

  test('the place and length of the file once it is there', () => {
    const loaded = { ...media, readyState: 4, currentTime: 5, duration: 61.9 }
    expect(readView(loaded, 23, 62)).toMatchObject({ position: 5, duration: 61.9 })
  })

  test('a film that wants to play and has no picture is waiting; one that failed is not', () => {
    const starved = { ...media, paused: false, readyState: 1 }
    expect(readView(starved, 0, 62)).toMatchObject({ isPlaying: true, isWaiting: true })
    expect(readView({ ...starved, error: {} as MediaError }, 0, 62).isWaiting).toBe(false)
  })

  test('a first frame takes the cover away', () => {
    expect([0, 1, 2].map((readyState) => readView({ ...media, readyState }, 0, 62).hasPicture)).toEqual([
      false,
      false,
      true,
    ])
  })

  test('sound alone has no picture, and what has not loaded is not known to be that', () => {
    const sound = { ...media, videoHeight: 0 }
    expect(readView({ ...sound, readyState: 4 }, 0, 62)).toMatchObject({ hasPicture: false, isSoundAlone: true })
    expect(readView(sound, 0, 62).isSoundAlone).toBe(false)
  })

  test('a loudness of nothing is muted', () => {
    expect(readView({ ...media, volume: 0 }, 0, 62).isMuted).toBe(true)
  })
})
