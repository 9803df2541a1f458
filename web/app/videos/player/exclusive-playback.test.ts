import { expect, test } from 'vitest'
import { pauseOtherPlayers } from './exclusive-playback.ts'

const film = () => {
  const stopped = { times: 0 }
  return { stopped, media: { pause: () => (stopped.times += 1) } as unknown as HTMLMediaElement }
}

test('a film that starts stops the one before it, and going on with the same film stops nothing', () => {
  const [first, second] = [film(), film()]
  pauseOtherPlayers(first.media)
  pauseOtherPlayers(first.media)
  expect(first.stopped.times).toBe(0)
  pauseOtherPlayers(second.media)
  expect([first.stopped.times, second.stopped.times]).toEqual([1, 0])
})
