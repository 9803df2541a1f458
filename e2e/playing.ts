// Opens and plays videos on the page of one video.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Opens a video. Returns the names of the stream's files that are requested from then on. */
export async function openVideo(page: Page, id: string): Promise<string[]> {
  const files: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/streams\/[^/]+\/(.+)$/.exec(request.url()) ?? []
    if (name !== undefined) files.push(name)
  })
  await page.goto(`/student/videos?video=${id}`)
  return files
}

export const play = (page: Page) =>
  page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
export const currentTime = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

/** Waits until the position advances, which proves that picture or sound are played. */
export async function expectPlaying(page: Page): Promise<void> {
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0.5)
  const before = await currentTime(page)
  await expect.poll(() => currentTime(page)).toBeGreaterThan(before + 1)
}
