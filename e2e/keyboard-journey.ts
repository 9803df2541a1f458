// Using only the keyboard: from the login to finding and playing a video, its quiz, the result and the review.
import type { Page, ViewportSize } from '@playwright/test'
import { answersOf, ASKED, readQuestion, TITLE } from './answers.ts'
import { expect } from './fixtures.ts'
import { open, tabTo } from './keyboard.ts'
import type { Student } from './people.ts'

/** Plays the video and pauses it. */
async function watch(page: Page): Promise<void> {
  const player = page.locator('video').first()
  await open(page, /^Play /)
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  await open(page, /^Pause$/)
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
}

/** Takes a student from the login to the review without a pointer. */
export async function studyByKeyboard(page: Page, student: Student, screen: ViewportSize): Promise<void> {
  await page.setViewportSize(screen)
  await page.goto('/student/login')
  await tabTo(page, /^Email/)
  await page.keyboard.type(student.email)
  await tabTo(page, /^Password/)
  await page.keyboard.type(student.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/student/dashboard')

  await open(page, /^Videos$/)
  // On phones the search is folded.
  if (screen.width < 720) await open(page, /^Find a video$/)
  await tabTo(page, /^Search videos/)
  await page.keyboard.type('danfo')
  await expect(page.getByText('1 video found')).toBeVisible()
  await open(page, new RegExp(`^Bookmark: ${TITLE}`))
  await expect(page.getByRole('button', { name: `Bookmark: ${TITLE}` })).toHaveAttribute('aria-pressed', 'true')
  await open(page, /^Clear filters$/)
  await open(page, /^Bookmarks$/)
  await expect(page.getByText('1 video found')).toBeVisible()
  await open(page, new RegExp(`^Watch Video: ${TITLE}`))
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await watch(page)
  await open(page, /^Mark as Watched/)
  await expect(page.getByText('Video marked as watched.').first()).toBeVisible()
  await open(page, /^Show Trivia/)
  await open(page, new RegExp(`^Take Quiz of ${TITLE}`))
  await open(page, /^Start Quiz/)

  const key = answersOf(TITLE, '11-20')
  for (let at = 0; at < ASKED; at += 1) {
    const right = key.get(await readQuestion(page)) ?? ''
    const values = await page.getByRole('radio').evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value))
    await page.keyboard.press('abcd'.charAt(values.indexOf(right)))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Correct answer!' })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('heading', { name: 'You scored 50 out of 50' })).toBeVisible()
  await open(page, /^See Review/)
  await expect(page.getByRole('heading', { name: `Quiz Review for ${TITLE} (11-20)` })).toBeVisible()
}
