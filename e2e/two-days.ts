// A new student's first two days on the product that tests share: each page leads to the next one.
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import type { Page, ViewportSize } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf, ASKED, readQuestion, TITLE } from './answers.ts'
import { expectFitsWidth } from './fit.ts'
import { expect } from './fixtures.ts'
import { passMidnight } from './midnight.ts'
import { registration } from './people.ts'
import { queryDatabase } from './product.ts'
import { signUp, verifyAndLogIn } from './sign-up.ts'

/** Checks that a page needs no sideways scrolling and that axe finds nothing wrong. */
async function expectGood(page: Page): Promise<void> {
  await expectFitsWidth(page)
  await expectAccessible(page)
}

/** Plays a video from shortly before its end, once its page is open: the previous page may have players too. */
async function watchToTheEnd(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  const player = page.locator('video').first()
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.3)
  await player.evaluate((video: HTMLVideoElement) => (video.currentTime = video.duration - 1))
}

/** Answers the questions of a started quiz; the first one incorrectly if requested. */
async function answerAll(page: Page, title: string, { firstIsWrong = false } = {}): Promise<void> {
  const key = answersOf(title, '11-20')
  for (let at = 0; at < ASKED; at += 1) {
    const right = key.get(await readQuestion(page)) ?? ''
    const radios = page.getByRole('radio')
    const values = await radios.evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value))
    const isWrong = firstIsWrong && at === 0
    const answer = isWrong ? values.find((value) => value !== right) : right
    await page.getByRole('radio', { name: answer ?? '', exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: isWrong ? 'Incorrect answer.' : 'Correct answer!' })).toBeVisible()
    // A wrong answer teaches: it shows the right option, and why.
    if (isWrong) await expect(page.locator('.qwhy')).toContainText(/\w{3}/)
    if (isWrong) await expectGood(page)
    await page.getByRole('button', { name: at === ASKED - 1 ? 'Finish Quiz' : 'Next Question' }).click()
  }
}

/** Opens the dashboard from the menu that is on every page. */
const openDashboard = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).click()

/** Moves everything a student did one day into the past, as if this were tomorrow. */
async function sleepADay(username: string): Promise<void> {
  const product = { dataDir: process.env['PRODUCT_DATA'] ?? '' }
  const mine = `(select id from students where username = '${username}')`
  const day = `interval '1 day'`
  await queryDatabase(
    product,
    `update attempts set started_at = started_at - ${day}, deadline = deadline - ${day}, locked_at = locked_at - ${day}
     where student_id = ${mine}`,
  )
  await queryDatabase(product, `update watches set seen_at = seen_at - ${day} where student_id = ${mine}`)
}

/** Takes a new student from a video to its quiz, and to the next day. */
export async function takeTwoDays(page: Page, screen: ViewportSize): Promise<void> {
  await passMidnight()
  await page.setViewportSize(screen)
  const form = registration()
  await signUp(page, form)
  await verifyAndLogIn(page, form)

  // The dashboard's first card leads to the first video.
  await expectGood(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: `Watch Video: ${TITLE}` })
    .first()
    .click()
  await watchToTheEnd(page, TITLE)
  const ending = page.getByRole('group', { name: 'After the video' })
  await expect(ending).toContainText('5 questions, up to 50 points')
  await ending.getByRole('link', { name: /Take the quiz/i }).click()
  await page.getByRole('button', { name: 'Start Quiz' }).click()
  await answerAll(page, TITLE, { firstIsWrong: true })

  // The result leads to the explanation, and to the next video.
  await expect(page.getByRole('heading', { name: 'You scored 40 out of 50' })).toBeVisible()
  await expectGood(page)
  await page.getByRole('link', { name: 'See why' }).click()
  await expect(page.getByText(/Correct answer: /).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /See it in the video/ }).first()).toBeVisible()
  await expectGood(page)

  await openDashboard(page)
  await expect(page.getByText('Your streak: 1 day')).toBeVisible()
  const next = page
    .getByRole('main')
    .getByRole('link', { name: /^Watch Video: / })
    .first()
  const label = (await next.getAttribute('aria-label')) ?? (await next.innerText())
  const nextTitle = label.replace('Watch Video: ', '').trim()
  expect(nextTitle).not.toBe(TITLE)

  await sleepADay(form.username)
  await page.reload()
  await expect(page.getByText('Your streak: 1 day')).toBeVisible()
  await next.click()
  await watchToTheEnd(page, nextTitle)
  await page
    .getByRole('group', { name: 'After the video' })
    .getByRole('link', { name: /Take the quiz/i })
    .click()
  await page.getByRole('button', { name: 'Start Quiz' }).click()
  await answerAll(page, nextTitle)
  await expect(page.getByText('Perfect!', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'See Review' }).click()
  await page.getByRole('link', { name: 'Practise', exact: true }).click()
  await expect(page.getByText(`Practice: ${nextTitle}`)).toBeVisible()
  await answerAll(page, nextTitle)
  await expect(page.getByRole('heading', { name: 'You got them all!' })).toBeVisible()
  await expectGood(page)
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByText('Your streak: 2 days')).toBeVisible()
  await expectGood(page)

  const { authToken: token } = await page.evaluate(() => ({ authToken: sessionStorage.getItem('authToken') ?? '' }))
  const call = createClient({ baseUrl: new URL(page.url()).origin, token: () => token })
  const { attempts, streakDays } = await call(listAttempts, {})
  expect([streakDays, attempts.map(({ score }) => score)]).toEqual([2, [50, 40]])
}
