// Saves videos for offline use, and plays them.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Student } from './people.ts'

/** Logs a student in with 'Remember me', so that the login outlives the tab. */
export async function logIn(page: Page, { email, password }: Student): Promise<void> {
  await page.goto('/student/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/dashboard')
}

/** Opens a video's page. */
export const open = (page: Page, id: string) => page.goto(`/student/videos?video=${id}`)

/** Downloads a video on its page. */
export async function saveVideo(page: Page, id: string): Promise<void> {
  await open(page, id)
  await page.getByRole('button', { name: /^Save for offline/ }).click()
  await expect(page.getByRole('button', { name: /^Delete from this phone/ })).toBeVisible()
}

/** Lists every URL in the browser's caches. */
export function listCachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const urls = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(url.replace(location.origin, ''))
    return urls
  })
}

/** Waits until the service worker controls the page and has cached the player. */
export async function waitUntilReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(async () => (await listCachedUrls(page)).some((url) => url.includes('hls-engine'))).toBe(true)
}

/** Plays the video, seeks to its last seconds and waits for its end. */
export async function playToTheEnd(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  const player = page.locator('video')
  const read = <K extends 'currentTime' | 'ended' | 'duration'>(key: K) =>
    player.evaluate((video: HTMLVideoElement, name) => video[name], key)
  await expect.poll(() => read('currentTime')).toBeGreaterThan(1)
  await player.evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 2
  })
  await expect.poll(() => read('ended')).toBe(true)
  expect(await read('currentTime')).toBeGreaterThan((await read('duration')) - 0.5)
}
