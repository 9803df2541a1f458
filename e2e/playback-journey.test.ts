// Films as streams in a real browser: they really advance, and who saves data never fetches more than was chosen.
import { listVideos } from '@baobab/contract/videos.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// What a service worker answers is not told to tests.
test.use({ serviceWorkers: 'block' })

/** Opens a starter film; answers what of its stream is fetched from then on, by the names of the parts. */
async function openFilm(page: Page, id: string): Promise<string[]> {
  const parts: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/streams\/[^/]+\/(.+)$/.exec(request.url()) ?? []
    if (name !== undefined) parts.push(name)
  })
  await page.goto(`/student/videos?video=${id}`)
  return parts
}

const play = (page: Page) =>
  page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
const time = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

/** Two looks at the clock, the second later than the first: pictures or sound are really there. */
async function advances(page: Page): Promise<void> {
  await expect.poll(() => time(page)).toBeGreaterThan(0.5)
  const before = await time(page)
  await expect.poll(() => time(page)).toBeGreaterThan(before + 1)
}

test('Data saver is what a film begins with, and no higher rung is ever asked for, to the last second', async ({
  studentPage: page,
  student,
}) => {
  const [video] = await student.call(listVideos, {})
  const parts = await openFilm(page, video?._id ?? '')
  await expect(page.getByRole('radio', { name: /^Data saver/ })).toBeChecked()
  expect(parts).toEqual([])
  await play(page)
  await advances(page)
  await page.locator('video').evaluate((film: HTMLVideoElement) => {
    film.currentTime = film.duration - 2
  })
  await expect.poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.ended)).toBe(true)
  expect(new Set(parts)).toEqual(new Set(['240p.m3u8', '240p.mp4']))
})

test('a sharper picture and the sound alone play on from where the film was', async ({
  studentPage: page,
  student,
}) => {
  const [video] = await student.call(listVideos, {})
  const parts = await openFilm(page, video?._id ?? '')
  await play(page)
  await advances(page)
  for (const [choice, part] of [
    [/^Standard/, '480p.mp4'],
    [/^Sound only/, 'sound.mp4'],
  ] as const) {
    const before = await time(page)
    await page.getByRole('radio', { name: choice }).check({ force: true })
    await expect.poll(() => parts.includes(part)).toBe(true)
    await expect.poll(() => time(page)).toBeGreaterThan(before)
    await advances(page)
  }
})
