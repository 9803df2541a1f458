// The starter videos and their quizzes, and the end of a video.
import { readFileSync } from 'node:fs'
import { listVideos, type MoralValue, type Video } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Student } from './people.ts'

/** The list of the starter videos, as read from its file. */
export const content = JSON.parse(readFileSync(new URL('../content/videos.json', import.meta.url), 'utf8')) as Pick<
  Video,
  'title' | 'access' | 'values'
>[]
export const freeCount = content.filter(({ access }) => access === 'free').length
export const countAbout = (value: MoralValue) => content.filter(({ values }) => values.includes(value)).length

/** Names the quiz of a video. */
export const params = ({ title }: Video) => ({ videoTitle: title, ageCategory: '11-20' as const })

/** Returns the first five starter videos: three free ones, then two that require a payment. */
export async function starters({ call }: Student): Promise<[Video, Video, Video, Video, Video]> {
  const [a, b, c, d, e] = await call(listVideos, {})
  if (!a || !b || !c || !d || !e) throw new Error('The product has too few starter videos.')
  return [a, b, c, d, e]
}

/** Plays the only open video, from shortly before its end. */
export async function playToTheEnd(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  const player = page.locator('video').first()
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.3)
  await player.evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 1
  })
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.ended)).toBe(true)
}

/** What the player offers once a video is over. */
export const theEnd = (page: Page) => page.getByRole('group', { name: 'After the video' })
