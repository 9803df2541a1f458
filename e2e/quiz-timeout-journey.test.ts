// A quiz's clock runs out while an option is selected but not submitted: it is then submitted, and counts.
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import type { Page } from '@playwright/test'
import { answersOf, readQuestion, TITLE } from './answers.ts'
import { expect, test } from './fixtures.ts'
import { followPageTime, passTimeBetweenCalls, stopTime } from './page-clock.ts'

const right = answersOf(TITLE, '11-20')

/** Starts the quiz on a page whose time then stands still. Returns a function that lets a moment pass. */
async function startQuiz(page: Page): Promise<() => Promise<void>> {
  await page.clock.install()
  await followPageTime(page)
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: new RegExp(`Take Quiz.*${TITLE}`) }).click()
  await page.getByRole('button', { name: /Start Quiz|Start anyway/ }).click()
  await readQuestion(page)
  await stopTime(page)
  return passTimeBetweenCalls(page, '/api/trivia', 200)
}

/** Lets the page's time pass until the quiz is over on screen, in small steps near the end: it counts 120 seconds by the server's clock. */
async function letTimeRunOut(page: Page, passTime: () => Promise<void>): Promise<void> {
  // Some of the seconds have already passed; on a busy machine, many.
  const [minutes = 0, seconds = 0] = (await page.getByRole('timer').innerText()).split(':').map(Number)
  await page.clock.fastForward((minutes * 60 + seconds - 5) * 1_000)
  await expect(page.getByText(/^00:0\d$/)).toBeVisible()
  await expect(async () => {
    await passTime()
    expect(await page.getByRole('radio').count()).toBe(0)
  }).toPass({ intervals: [0] })
}

/** Waits for a heading while the page's clock runs: before showing it, the page waits for replies and counts up the points. */
async function expectHeading(page: Page, passTime: () => Promise<void>, name: string): Promise<void> {
  await expect(async () => {
    await passTime()
    await expect(page.getByRole('heading', { name })).toBeVisible({ timeout: 200 })
  }).toPass()
}

test('an option that is selected when the time runs out is submitted and counts', async ({
  studentPage: page,
  student,
}) => {
  const passTime = await startQuiz(page)
  const answer = right.get(await readQuestion(page)) ?? ''
  await page.getByRole('radio', { name: answer, exact: true }).check({ force: true })
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/answer'))))
  await letTimeRunOut(page, passTime)
  await expectHeading(page, passTime, 'You scored 10 out of 50')
  await expect(page.getByText('Time is up.').first()).toBeVisible()
  expect(sent).toBe(1)
  const { attempts } = await student.call(quiz.listAttempts, {})
  expect(attempts).toMatchObject([{ score: 10, state: 'locked' }])
})

test('nothing is submitted if no option is selected when the time runs out', async ({ studentPage: page, student }) => {
  const passTime = await startQuiz(page)
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/answer'))))
  await letTimeRunOut(page, passTime)
  await expectHeading(page, passTime, 'You scored 0 out of 50')
  expect(sent).toBe(0)
  const { attempts } = await student.call(quiz.listAttempts, {})
  expect(attempts).toMatchObject([{ score: 0, state: 'locked' }])
})

test('Q-18 after the phone slept a quiz shows the time left on the server', async ({ studentPage: page }) => {
  // Moves the page's clocks back, as if they had stood still for that time.
  await page.addInitScript(() => {
    const [steadyNow, wallNow] = [performance.now.bind(performance), Date.now]
    const lost = { steadyMs: 0, wallMs: 0 }
    Object.assign(globalThis, { lost })
    performance.now = () => steadyNow() - lost.steadyMs
    Date.now = () => wallNow() - lost.wallMs
  })
  const lose = (ms: Record<string, number>) =>
    page.evaluate((given) => void Object.assign((globalThis as unknown as { lost: object }).lost, given), ms)
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: new RegExp(`Take Quiz.*${TITLE}`) }).click()
  await page.getByRole('button', { name: /Start Quiz|Start anyway/ }).click()
  await readQuestion(page)
  const readLeft = async () => {
    const [minutes = 0, seconds = 0] = (await page.getByRole('timer').innerText()).split(':').map(Number)
    return minutes * 60 + seconds
  }
  const before = await readLeft()
  // Only `performance.now()` stands still, as on most phones; no reply is needed.
  await page.route('**/*', (route) => route.abort())
  await lose({ steadyMs: 80_000 })
  const shown = await readLeft()
  await expect.poll(readLeft).not.toBe(shown)
  expect(await readLeft()).toBeLessThanOrEqual(before)
  // Both stand still: the server is asked as soon as the page is shown.
  await lose({ steadyMs: 160_000, wallMs: 80_000 })
  await expect.poll(readLeft).toBeGreaterThan(before + 40)
  await page.unroute('**/*')
  const refetched = page.waitForResponse(/\/start\b/)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect.poll(readLeft).toBeLessThanOrEqual(before)
  await refetched
  // The page stays visible: the reply to an answer is enough.
  await page.route('**/*', (route) => route.abort())
  await lose({ steadyMs: 240_000, wallMs: 160_000 })
  await expect.poll(readLeft).toBeGreaterThan(before + 40)
  await page.unroute('**/*')
  await page.getByRole('radio').first().check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(readLeft).toBeLessThanOrEqual(before)
})
