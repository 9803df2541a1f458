// Practice: wrongly answered questions are asked again, and the day's three questions can be done only once.
import { readDailyPractice } from '@baobab/contract/quiz/practice.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf, readQuestion, TITLE } from './answers.ts'
import { expectFit } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { passMidnight } from './midnight.ts'

test.use({ viewport: { width: 360, height: 560 } })

const params = { videoTitle: TITLE, ageCategory: '11-20' } as const

/** Answers the question on screen, and continues. */
async function answer(page: Page, isRight: boolean): Promise<void> {
  const right = answersOf(TITLE, '11-20').get(await readQuestion(page)) ?? ''
  const texts = await page.locator('.qopt').allInnerTexts()
  const index = texts.findIndex((text) => text.includes(right))
  await page
    .getByRole('radio')
    .nth(isRight ? index : (index + 1) % 4)
    .check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: isRight ? 'Correct answer!' : 'Incorrect answer.' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^See it in the video/ })).toBeVisible()
  await page.getByRole('button', { name: /Next Question|Finish Quiz/ }).click()
}

test('a finished quiz is practised without a clock until every answer is right', async ({
  student,
  studentPage: page,
}) => {
  await student.call(quiz.startAttempt, { params })
  await student.call(quiz.finishAttempt, { params })
  const before = await student.call(quiz.reviewAttempt, { params })
  await page.goto('/student/review')
  await page.getByRole('link', { name: new RegExp(`See Review.*${TITLE}`) }).click()
  await page.getByRole('link', { name: 'Practise', exact: true }).click()
  await expect(page.getByText(`Practice: ${TITLE}`)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expectAccessible(page)
  await answer(page, false)
  await expect(page.getByText('5 left to learn')).toBeVisible()
  for (let i = 0; i < 5; i += 1) await answer(page, true)
  await expect(page.getByRole('heading', { name: 'You got them all!' })).toBeVisible()
  await expect(page.getByText('Your streak starts today.')).toBeVisible()
  await expectFit(page)
  const after = await student.call(quiz.reviewAttempt, { params })
  expect(after.score).toBe(before.score)
})

test("the day's three questions are asked once, and without any quiz there are none", async ({
  student,
  studentPage: page,
}) => {
  await passMidnight()
  await page.goto('/student/practice')
  await expect(page.getByRole('heading', { name: 'There is nothing to practise yet.' })).toBeVisible()
  await student.call(quiz.startAttempt, { params })
  await student.call(quiz.finishAttempt, { params })
  await page.goto('/student/practice')
  for (let i = 0; i < 2; i += 1) await answer(page, true)
  // The page learns that the day is done, and still shows the end of these questions.
  const rereading = page.waitForResponse(
    (response) => new URL(response.url()).pathname === readDailyPractice.path && response.request().method() === 'GET',
  )
  await answer(page, true)
  await (await rereading).finished()
  await expect(page.getByRole('heading', { name: 'You got them all!' })).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect(page.getByRole('heading', { name: 'You got them all!' })).toBeVisible()
  await page.goto('/student/practice')
  await expect(page.getByRole('heading', { name: 'Done for today' })).toBeVisible()
  const { streakDays } = await student.call(quiz.listAttempts, {})
  expect(streakDays).toBe(1)
})

test('a wrong answer in practice leads to its moment in the video, and back', async ({
  student,
  studentPage: page,
}) => {
  await student.call(quiz.startAttempt, { params })
  await student.call(quiz.finishAttempt, { params })
  await page.goto('/student/practice')
  const right = answersOf(TITLE, '11-20').get(await readQuestion(page)) ?? ''
  await page.locator('.qopt').filter({ hasNotText: right }).first().getByRole('radio').check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  const link = page.getByRole('link', { name: /^See it in the video/ })
  await expect(page.locator('.qopt.is-right')).toBeInViewport({ ratio: 1 })
  await expectFit(page)
  await link.click()
  await expect(page).toHaveURL(/\/student\/videos\?video=[\w-]+&at=\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Today’s 3 questions')).toBeVisible()
})

test('a practice answer that cannot be sent can be sent again', async ({ student, studentPage: page }) => {
  await student.call(quiz.startAttempt, { params })
  await student.call(quiz.finishAttempt, { params })
  await page.goto('/student/practice')
  await readQuestion(page)
  await page.route('**/practice/answer', (route) => route.abort())
  await page.getByRole('radio').first().check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible()
  await page.unroute('**/practice/answer')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: /Next Question|Finish Quiz/ })).toBeVisible()
})
