// A leaderboard that updates automatically, a student's own quizzes, and an attempt that an admin resets.
import type { Page } from '@playwright/test'
import { answersOf, ASKED, readQuestion, TITLE } from './answers.ts'
import { expect, openForAdmin, openFor, test } from './fixtures.ts'
import { passTimeBetweenCalls } from './page-clock.ts'
import { makeStudent } from './people.ts'

const right = answersOf(TITLE, '11-20')

async function startQuiz(page: Page): Promise<void> {
  await page.goto('/student/trivia')
  await page.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
  await page.getByRole('button', { name: /Start Quiz|Start anyway/ }).click()
}

/** Answers the question on screen correctly. */
async function answer(page: Page): Promise<void> {
  const question = await readQuestion(page)
  await page.getByRole('radio', { name: right.get(question) ?? '', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Correct answer!' })).toBeVisible()
}

async function takeQuiz(page: Page): Promise<void> {
  await startQuiz(page)
  for (let at = 0; at < ASKED; at += 1) {
    await answer(page)
    await page.getByRole('button', { name: /Next Question|Finish Quiz/ }).click()
  }
  await expect(page.getByRole('heading', { name: 'You scored 50 out of 50' })).toBeVisible()
}

/** The points in a student's row. A username can end in digits, so the text of the whole row is ambiguous. */
const pointsOf = (board: Page, username: string) =>
  board
    .getByRole('region', { name: 'All ranks' })
    .getByRole('listitem')
    .filter({ hasText: username })
    .getByText(/^[\d,]+ points$/)

async function findOwnQuizzes(page: Page): Promise<void> {
  await page.goto('/student/dashboard')
  await page.getByRole('link', { name: 'quizzes done' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My quizzes' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your streak: 1 day' })).toBeVisible()
  const quiz = page.getByRole('list', { name: 'My quizzes' }).getByRole('listitem')
  await expect(quiz).toHaveCount(1)
  await expect(quiz).toContainText('50 of 50 points')
  await quiz.getByRole('link', { name: `See Review of ${TITLE}` }).click()
  await expect(page.getByRole('heading', { name: `Quiz Review for ${TITLE} (11-20)` })).toBeVisible()
}

/** Resets a student's attempt, by keyboard where possible. */
async function reset(admin: Page, username: string): Promise<void> {
  await admin.goto('/admin/user-management')
  await admin.getByLabel('Search students').fill('nobody-here')
  await expect(admin.getByRole('heading', { name: 'No students found.' })).toBeVisible()
  await admin.getByLabel('Search students').fill(username)
  await admin.getByRole('link', { name: `View Details of ${username}` }).press('Enter')
  await admin.getByRole('button', { name: `Reset ${TITLE}` }).press('Enter')
  const dialog = admin.getByRole('dialog')
  await expect(dialog).toContainText(`${username} loses 50 points and can take this quiz again.`)
  await dialog.getByRole('button', { name: 'Reset' }).press('Enter')
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The light went out at school.')
  await dialog.getByRole('button', { name: 'Reset' }).press('Enter')
  await expect(admin.getByText('The attempt has been reset. The student may try again.').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(admin.getByRole('heading', { name: `Quizzes of ${username}` })).toBeFocused()
  await expect(admin.getByRole('row', { name: new RegExp(`${TITLE}.*Reset \\d`) })).toBeVisible()
  await expect(admin.getByRole('button', { name: `Reset ${TITLE}` })).toHaveCount(0)
}

test('a leaderboard updates automatically; a reset deducts the points and opens the quiz again', async ({
  studentPage: board,
  productUrl,
  browser,
}) => {
  const rival = await makeStudent(productUrl)
  const phone = await openFor(rival, browser, productUrl)
  const stream = board.waitForResponse('**/api/leaderboard/live?*')
  await board.goto('/student/scholarship')
  await stream
  await expect(board.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()

  await takeQuiz(phone)
  await expect(pointsOf(board, rival.username)).toHaveText('50 points')
  await findOwnQuizzes(phone)

  const admin = await openForAdmin(browser, productUrl)
  await reset(admin, rival.username)
  await admin.context().close()
  await expect(pointsOf(board, rival.username)).toHaveText('0 points')

  await startQuiz(phone)
  await answer(phone)
  await expect(pointsOf(board, rival.username)).toHaveText('10 points')
  await phone.context().close()
})

test('a leaderboard without its stream polls', async ({ studentPage: page, productUrl, browser }) => {
  const rival = await makeStudent(productUrl)
  const phone = await openFor(rival, browser, productUrl)
  await page.clock.install()
  const passTime = passTimeBetweenCalls(page, '/api/leaderboard?', 15_000)
  await page.route('**/api/leaderboard/live?*', (route) => route.abort())
  const first = page.waitForResponse('**/api/leaderboard?*')
  await page.goto('/student/scholarship')
  await first
  await startQuiz(phone)
  await answer(phone)
  await phone.context().close()
  await expect(async () => {
    await passTime()
    await expect(pointsOf(page, rival.username)).toHaveText('10 points', { timeout: 1_000 })
  }).toPass()
})
