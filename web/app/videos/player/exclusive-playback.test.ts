import { expect, test } from 'vitest'
import { pauseOtherPlayers } from './exclusive-playback.ts'

const createMedia = () => {
  const paused = { times: 0 }
  return { paused, media: { pause: () => (paused.times += 1) } as unknown as HTMLMediaElement }
}

test('a video that starts pauses the one before it, and resuming the same video pauses nothing', () => {
  const [first, second] = [createMedia(), createMedia()]
  pauseOtherPlayers(first.media)
  pauseOtherPlayers(first.media)
  expect(first.paused.times).toBe(0)
  pauseOtherPlayers(second.media)
  expect([first.paused.times, second.paused.times]).toEqual([1, 0])
})
