// The steps of the starter content's first quiz on screen, and its points on the leaderboard.
import type { Page } from '@playwright/test'
import { answersOf, readQuestion, TITLE } from './answers.ts'
import { expect } from './fixtures.ts'

/** The correct answer to each question of that quiz. */
export const right = answersOf(TITLE, '11-20')

/** Starts the quiz from the list of quizzes. */
export async function startQuiz(page: Page): Promise<void> {
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
  await page.getByRole('button', { name: /Start Quiz|Start anyway/ }).click()
}

/** Answers the question on screen correctly. */
export async function answer(page: Page): Promise<void> {
  const question = await readQuestion(page)
  await page.getByRole('radio', { name: right.get(question) ?? '', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Correct answer!' })).toBeVisible()
}

/** The points in a student's row. A username can end in digits, so the text of the whole row does not show them. */
export const pointsOf = (board: Page, username: string) =>
  board
    .getByRole('region', { name: 'All ranks' })
    .getByRole('listitem')
    .filter({ hasText: username })
    .getByText(/^[\d,]+ points$/)
