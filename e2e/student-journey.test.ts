// What a student does, end to end: register, watch, answer, rise on the leaderboard.
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { answersOf, ASKED, readQuestion, TITLE } from './answers.ts'
import { registration } from './people.ts'
import { signUp, verifyAndLogIn } from './sign-up.ts'

async function watch(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Videos' }).last().click()
  await expect(page.getByRole('heading', { name: 'All Videos' })).toBeVisible()
  await page.getByRole('link', { name: `Watch Video: ${TITLE}` }).click()
  // Waits for the heading, because the list also has players.
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(position).toBeGreaterThan(1)
  await page
    .getByRole('button', { name: /Mark as Watched/ })
    .first()
    .click()
  await expect(page.getByText('Video marked as watched.')).toBeVisible()
}

/** Answers all questions, the first one incorrectly, by keyboard and by tapping. */
async function takeQuiz(page: Page): Promise<Map<string, string>> {
  await page
    .getByRole('link', { name: /^Show Trivia/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Available Videos with Trivia' })).toBeVisible()
  await page.getByRole('link', { name: new RegExp(`Take Quiz.*${TITLE}`) }).click()
  await page.getByRole('button', { name: /Start Quiz/ }).click()
  const right = answersOf(TITLE, '11-20')
  const asked = new Map<string, string>()
  for (let at = 0; at < ASKED; at += 1) {
    const question = await readQuestion(page)
    const answer = right.get(question)
    if (!answer) throw new Error(`The starter content has no question "${question}".`)
    asked.set(question, answer)
    const options = page.getByRole('radio')
    await expect(options).toHaveCount(4)
    if (at === 0) {
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText('Please select an answer for this question.')).toBeVisible()
      const values = await options.evaluateAll((all: HTMLInputElement[]) => all.map((one) => one.value))
      await page
        .getByRole('radio', { name: values.find((value) => value !== answer) ?? '', exact: true })
        .check({ force: true })
    } else await page.getByRole('radio', { name: answer, exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: at === 0 ? 'Incorrect answer.' : 'Correct answer!' })).toBeVisible()
    await page.getByRole('button', { name: at === ASKED - 1 ? 'Finish Quiz' : 'Next Question' }).click()
  }
  await expect(page.getByRole('heading', { name: 'You scored 40 out of 50' })).toBeVisible()
  return asked
}

test('register, verify, log in, watch, answer, review, rise', async ({ page }) => {
  const form = registration()
  await signUp(page, form)
  await verifyAndLogIn(page, form)

  await page.goto('/user-rank')
  await expect(page.getByRole('heading', { level: 1, name: 'My Rank' })).toBeVisible()
  await expect(page.getByText(/You scored|of \d+ student/)).toHaveCount(0)

  await page.goto('/student/dashboard')
  await watch(page)
  const asked = await takeQuiz(page)

  await page.getByRole('link', { name: 'See why' }).click()
  await expect(page.getByRole('heading', { name: `Quiz Review for ${TITLE} (11-20)` })).toBeVisible()
  await expect(page.getByText('You scored 40 out of 50')).toBeVisible()
  for (const [question, answer] of asked) {
    await expect(page.getByText(question)).toBeVisible()
    await expect(page.getByText(answer, { exact: true }).first()).toBeVisible()
  }

  await page.getByRole('link', { name: 'Leaderboard' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  await expect(page.getByText(form.username).first()).toBeVisible()
  await page.goto('/user-rank')
  await expect(page.getByText(/of \d+ students?, 40 points/)).toBeVisible()

  await page.goto('/student/trivia')
  await expect(page.getByRole('link', { name: new RegExp(`Take Quiz.*${TITLE}`) })).toHaveCount(0)
  await page.goto('/student/setting')
  await page.getByRole('button', { name: 'Log Out', exact: true }).last().click()
  await page.waitForURL('**/student/login')
  await page.goto('/student/dashboard')
  await page.waitForURL('**/student/login')
})

test('after a lost reply and a reload there is one answer, scored once, and the clock is still the server’s', async ({
  studentPage: page,
  student,
}) => {
  const params = { videoTitle: TITLE, ageCategory: '11-20' } as const
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: new RegExp(`Take Quiz.*${TITLE}`) }).click()
  await page.getByRole('button', { name: /Start anyway/ }).click()
  const question = await readQuestion(page)
  const answer = answersOf(TITLE, '11-20').get(question) ?? ''
  const deadline = (await student.call(quiz.startAttempt, { params })).deadline

  // The answer reaches the server, but its reply is lost, and then the network fails.
  let replies = 0
  await page.route('**/answer', async (route) => {
    replies += 1
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort('connectionreset')
  })
  await page.getByRole('radio', { name: answer, exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('No connection. Your answer is saved on this phone and will be sent.')).toBeVisible()
  expect(replies).toBeGreaterThan(0)

  // A second try may be in flight, and its handler would turn the network off again.
  await page.unrouteAll({ behavior: 'wait' })
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByRole('img', { name: '1 of 5 answered' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(question)

  const after = await student.call(quiz.startAttempt, { params })
  expect(after.deadline).toBe(deadline)
  expect(after.answers).toHaveLength(1)
  expect(after.answers[0]).toMatchObject({ answer, correct: true })
  const { attempts } = await student.call(quiz.listAttempts, {})
  expect(attempts).toMatchObject([{ score: 10, state: 'running' }])
})
