// Student pages without a network: logging in first, and what the dashboard still shows.
import { answerQuestion, finishAttempt, startAttempt } from '@baobab/contract/quiz/endpoints.ts'
import type { Page } from '@playwright/test'
import { answersOf, TITLE } from './answers.ts'
import { expect } from './fixtures.ts'
import type { Student } from './people.ts'

/** Logs in, and waits until the service worker can serve pages. */
export async function logIn(page: Page, { email, password }: Student): Promise<void> {
  await page.goto('/student/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/dashboard')
  await page.evaluate(() => navigator.serviceWorker.ready)
}

/** The bar that every page shows without a network. */
export const offlineBar = (page: Page) => page.getByText('You are offline. Nothing you did is lost.')

/** Waits until the dashboard is stored on the phone. */
export const untilDashboardIsStored = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('dashboard')?.match(/"data":/g)?.length))
    // Videos, attempts, the board, the rank and the neighbours.
    .toBe(6)

/** The note that the dashboard is from an earlier time, which after midnight is yesterday. */
export const storedNote = (page: Page) => page.getByText(/^This is from \d+:\d\d [ap]m (today|yesterday)\./)
/** A number on the dashboard, by its name. */
export const stat = (page: Page, name: string) => page.locator('.stats div').filter({ hasText: name }).locator('dd')

/** Takes a quiz, which earns 50 points. */
export async function takeQuiz({ call }: Student): Promise<void> {
  const params = { videoTitle: TITLE, ageCategory: '11-20' } as const
  const { questions } = await call(startAttempt, { params })
  const key = answersOf(TITLE, '11-20')
  for (const { _id: triviaId, question } of questions)
    await call(answerQuestion, { params, body: { triviaId, answer: key.get(question) ?? '' } })
  await call(finishAttempt, { params })
}
