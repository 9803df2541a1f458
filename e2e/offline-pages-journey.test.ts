// A student whose network goes away, at every step: pages say so at once, a quiz goes on, and all is there when it is back.
import { listAttempts } from '@baobab/contract/quiz.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf, readQuestion, TITLE } from './answers.ts'
import { expect, test } from './fixtures.ts'
import { makeStudent, type Student } from './people.ts'

test.use({ viewport: { width: 360, height: 560 } })

/** What each page says if its data was not loaded. */
const pages: readonly (readonly [path: string, sentence: string])[] = [
  ['/student/dashboard', 'Failed to load videos.'],
  ['/student/videos', 'Failed to load videos.'],
  ['/student/trivia', 'Failed to load videos.'],
  ['/student/review', 'Failed to load quizzes.'],
  ['/student/practice', 'Failed to load quiz.'],
  ['/student/badges', 'Failed to load your badges.'],
  ['/student/scholarship', 'Failed to load leaderboard.'],
  ['/student/notification', 'Failed to load notifications.'],
  ['/student/payment', 'Failed to load payments.'],
  ['/student/setting', 'Failed to fetch user data.'],
  ['/user-rank', 'Failed to load your rank.'],
  ['/student/draws', 'Failed to load the draws.'],
]

async function logIn(page: Page, { email, password }: Student): Promise<void> {
  await page.goto('/student/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/dashboard')
  await page.evaluate(() => navigator.serviceWorker.ready)
}

/** Whether the browser has stored every script and style that a page has loaded. */
const isStored = (page: Page) =>
  page.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const stored = await Promise.all(loaded.filter((url) => url.includes('/assets/')).map((url) => caches.match(url)))
    return stored.every((reply) => reply !== undefined)
  })

const offlineBar = (page: Page) => page.getByText('You are offline. Nothing you did is lost.')

test('every page that was opened once says offline what it cannot load, and loads it by itself later', async ({
  page,
  productUrl,
}) => {
  await logIn(page, await makeStudent(productUrl))
  // The service worker stores what pages are made of once it controls them.
  for (const [path] of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => isStored(page), { message: path }).toBe(true)
  }
  await page.context().setOffline(true)
  for (const [path, sentence] of pages) {
    await page.goto(path)
    await expect(page.getByText(sentence).first(), path).toBeVisible()
    await expect(offlineBar(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    if (path === '/student/review') await expectAccessible(page)
    await page.context().setOffline(false)
    // Nobody has to press Try again.
    await expect(page.getByText(sentence), path).toHaveCount(0)
    await expect(offlineBar(page)).toHaveCount(0)
    await page.context().setOffline(true)
  }
})

test('a page that was never opened is explained, and opens by itself later', async ({ page, productUrl }) => {
  await logIn(page, await makeStudent(productUrl))
  await page.context().setOffline(true)
  await page.goto('/student/payment')
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  await expect(page.getByText('Your payment is safe.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: /Make a Payment/ })).toBeVisible()
})

test('a quiz whose network goes away after the start is answered to its end, and counts once it is back', async ({
  page,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
  await logIn(page, student)
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
  await page.getByRole('button', { name: /Start anyway/ }).click()
  const key = answersOf(TITLE, '11-20')
  await readQuestion(page)
  await page.context().setOffline(true)
  for (let at = 0; at < key.size; at += 1) {
    const right = key.get(await readQuestion(page)) ?? ''
    await page.getByRole('radio', { name: right, exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('No connection. Your answer is saved on this phone and will be sent.')).toBeVisible()
    if (at < key.size - 1) await page.getByRole('button', { name: 'Next Question' }).click()
  }
  await page.context().setOffline(false)
  // The result, if the page asked for the attempt after its last answer had arrived; else the outcome of that answer.
  await expect(page.getByRole('heading', { name: /^Correct answer!|^You scored 50 out of 50/ })).toBeVisible()
  const readScores = async () => (await student.call(listAttempts, {})).attempts.map(({ score }) => score)
  await expect.poll(readScores).toEqual([50])
})
