// Streams in a real browser: playback really advances, and Data saver never requests a larger rendition.
import { listVideos } from '@baobab/contract/videos.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// Playwright does not see requests that a service worker serves.
test.use({ serviceWorkers: 'block' })

/** Opens a video. Returns the names of the stream's files that are requested from then on. */
async function openVideo(page: Page, id: string): Promise<string[]> {
  const files: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/streams\/[^/]+\/(.+)$/.exec(request.url()) ?? []
    if (name !== undefined) files.push(name)
  })
  await page.goto(`/student/videos?video=${id}`)
  return files
}

const play = (page: Page) =>
  page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
const currentTime = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

/** Waits until the position advances, which proves that picture or sound are played. */
async function expectPlaying(page: Page): Promise<void> {
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0.5)
  const before = await currentTime(page)
  await expect.poll(() => currentTime(page)).toBeGreaterThan(before + 1)
}

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

test('a sharper picture and sound only continue from the same position', async ({ studentPage: page, student }) => {
  const [video] = await student.call(listVideos, {})
  const files = await openVideo(page, video?._id ?? '')
  await play(page)
  await expectPlaying(page)
  for (const [choice, file] of [
    [/^Standard/, '480p.mp4'],
    [/^Sound only/, 'sound.mp4'],
  ] as const) {
    const before = await currentTime(page)
    await page.getByRole('radio', { name: choice }).check({ force: true })
    await expect.poll(() => files.includes(file)).toBe(true)
    await expect.poll(() => currentTime(page)).toBeGreaterThan(before)
    await expectPlaying(page)
  }
})
