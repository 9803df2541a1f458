// Streams in a real browser: playback really advances, and Data saver never requests a larger rendition.
import { listVideos } from '@baobab/contract/videos.ts'
import { expect, test } from './fixtures.ts'
import { expectPlaying, openVideo, play } from './playing.ts'

// Playwright does not see requests that a service worker serves.
test.use({ serviceWorkers: 'block' })

test('a video starts in Data saver, and never requests a higher rendition until its end', async ({
  studentPage: page,
  student,
}) => {
  const [video] = await student.call(listVideos, {})
  const files = await openVideo(page, video?._id ?? '')
  await expect(page.getByRole('radio', { name: /^Data saver/ })).toBeChecked()
  expect(files).toEqual([])
  await play(page)
  await expectPlaying(page)
  await page.locator('video').evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration - 2
  })
  await expect.poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.ended)).toBe(true)
  expect(new Set(files)).toEqual(new Set(['240p.m3u8', '240p.mp4']))
})
