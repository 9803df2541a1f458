// Streams in a real browser: playback really advances, and Data saver never requests a larger rendition.
import { readFileSync } from 'node:fs'
import { updateStudentPicture } from '@baobab/contract/profile/endpoints.ts'
import { updateVideo } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { asAdmin } from './people.ts'

// Playwright does not see requests that a service worker serves.
test.use({ serviceWorkers: 'block' })

/** Opens a video. Returns the names of the stream's files requested from then on. */
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

/** Waits until the position advances, which proves that picture or sound is playing. */
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

test('switching to a sharper picture or to sound only continues from the same position', async ({
  studentPage: page,
  student,
  productUrl,
}) => {
  const [video] = await student.call(listVideos, {})
  const { _id: id = '', title = '', description = '' } = video ?? {}
  // Starter videos are marked as having no speech, and so have no audio-only rendition. Remove the mark from this one.
  const { call } = await asAdmin(productUrl)
  await call(updateVideo, { params: { id }, body: { title, description, speech: 'unknown' } })
  const files = await openVideo(page, id)
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

/** Makes the first video list contain expired links in these fields, as on a page that has been open for hours. */
async function expireFirstLinks(page: Page, fields: RegExp): Promise<void> {
  let lists = 0
  await page.route('**/api/videos', async (route) => {
    const reply = await route.fetch()
    lists += 1
    if (lists > 1) return route.fulfill({ response: reply })
    const expired = (await reply.text()).replace(fields, (field) => field.replace(/\/media\/[^~]*~/, '/media/1~'))
    return route.fulfill({ response: reply, body: expired })
  })
}

/** Collects the paths that the server refuses. */
function listRefused(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (reply) => {
    if (reply.status() === 403) refused.push(new URL(reply.url()).pathname)
  })
  return refused
}

test('a video whose link has expired plays through a new one', async ({ studentPage: page, student }) => {
  const [video] = await student.call(listVideos, {})
  await expireFirstLinks(page, /"(videoUrl|streamUrl|playlistUrl|fileUrl)":"[^"]*"/g)
  const refused = listRefused(page)
  await openVideo(page, video?._id ?? '')
  await play(page)
  await expectPlaying(page)
  expect(refused).toContainEqual(expect.stringMatching(/^\/media\/1~.*\.m3u8$/))
})

test('pictures whose links have expired are shown through new ones', async ({ studentPage: page }) => {
  await expireFirstLinks(page, /"posterUrl":"[^"]*"/g)
  const refused = listRefused(page)
  await page.goto('/student/videos')
  const pictures = page.locator('img.thumb-art')
  await expect(pictures).not.toHaveCount(0)
  const loaded = () =>
    pictures.evaluateAll((all) => {
      const visible = all.filter((one) => one.getBoundingClientRect().top < innerHeight)
      return visible.length > 0 && visible.every((one) => (one as HTMLImageElement).naturalWidth > 0)
    })
  await expect.poll(loaded).toBe(true)
  expect(refused).toContainEqual(expect.stringMatching(/^\/media\/1~.*\/posters\//))
})

test('a profile picture whose link has expired is shown through a new one', async ({ studentPage: page, student }) => {
  const body = new FormData()
  body.set('profilePicture', new Blob([readFileSync(new URL('../docs/screenshot.webp', import.meta.url))]), 'me.webp')
  await student.call(updateStudentPicture, { params: { username: student.username }, body })
  let profiles = 0
  await page.route(`**/student/one-student/${student.username}`, async (route) => {
    const reply = await route.fetch()
    profiles += 1
    const text = await reply.text()
    return route.fulfill({ response: reply, body: profiles > 1 ? text : text.replace(/\/media\/[^~]*~/, '/media/1~') })
  })
  const refused = listRefused(page)
  await page.goto('/student/setting')
  const pictures = page.locator('img.av')
  await expect(pictures).not.toHaveCount(0)
  const loaded = () => pictures.evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0))
  await expect.poll(loaded).toBe(true)
  expect(refused).toContainEqual(expect.stringMatching(/^\/media\/1~.*\/pictures\//))
})

// "Video player 320x240."
test("a player has the product's size, its video's shape, and is at least 320 px wide where there is room", async ({
  studentPage: page,
  browser,
  productUrl,
}) => {
  const visitor = await browser.newPage({ baseURL: productUrl })
  for (const [reader, path] of [
    [page, '/student/videos'],
    [page, '/student/dashboard'],
    [visitor, '/video-list'],
  ] as const) {
    await reader.goto(path)
    const player = reader.locator('video').first()
    for (const width of [360, 640, 960, 1280]) {
      await reader.setViewportSize({ width, height: 800 })
      await expect(player).toHaveAttribute('width', '320')
      await expect(player).toHaveAttribute('height', '240')
      await expect(player).toHaveCSS('object-fit', 'contain')
      const shown = await player.boundingBox()
      expect(shown?.width, `${path} at ${width} px`).toBeGreaterThanOrEqual(320)
      expect((shown?.width ?? 0) / (shown?.height ?? 1)).toBeCloseTo(16 / 9, 1)
    }
  }
  await visitor.close()
})
