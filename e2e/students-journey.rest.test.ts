// An admin finds a student, disqualifies and restores them, gives them more time for a quiz, and exports the list.
import { readFile } from 'node:fs/promises'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import { listExports } from '@baobab/contract/exports/endpoints.ts'
import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { answerQuestion, finishAttempt, listQuestions } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { answersOf, TITLE } from './answers.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, openFor, test } from './fixtures.ts'
import { ADMIN, makeStudent, type Student } from './people.ts'

const right = answersOf(TITLE, '11-20')
const quiz = { videoTitle: TITLE, ageCategory: '11-20' } as const

/** Creates a student with 10 points. */
async function someoneOnTheBoard(productUrl: string): Promise<Student> {
  const student = await makeStudent(productUrl)
  const [question] = await student.call(listQuestions, { params: quiz })
  if (!question) throw new Error('The starter content has no questions.')
  const body = { triviaId: question._id, answer: right.get(question.question) ?? '' }
  await student.call(answerQuestion, { params: quiz, body })
  return student
}

async function isOnTheBoard(productUrl: string, { username }: Student): Promise<boolean> {
  const entries = await createClient({ baseUrl: productUrl })(leaderboard, { query: { ageCategory: '11-20' } })
  return entries.some((entry) => entry.username === username)
}

const rows = (page: Page) => page.getByRole('region', { name: 'Students' }).locator('tbody').getByRole('row')

async function find(page: Page, { username, email }: Student): Promise<void> {
  await page.goto('/admin/user-management')
  await expect(page.getByRole('button', { name: 'All Students' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Search students').fill(username.slice(1, 7))
  await expect(page).toHaveURL(new RegExp(`search=${username.slice(1, 7)}`))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(email)
  await expect(rows(page)).toContainText('Female')
  await page.getByRole('button', { name: 'Males', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No students found.' })).toBeVisible()
  await page.getByRole('button', { name: 'Females', exact: true }).click()
  await expect(rows(page)).toHaveCount(1)
  await expectFit(page)
}

/** Sorts by a column header, or on a phone with the select that replaces the headers. */
async function sortByScore(page: Page, isPhone: boolean): Promise<void> {
  await page.getByRole('button', { name: 'All Students' }).click()
  await page.getByLabel('Search students').fill('')
  await expect(page).not.toHaveURL(/search=/)
  if (isPhone) await page.getByLabel('Sort by').selectOption('Score: highest first')
  else await page.getByRole('button', { name: 'Score' }).click()
  await expect(page).toHaveURL(/sort=score&direction=desc/)
  await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending')
  // The rows in the previous order stay until the new ones have loaded.
  await expect(async () => {
    const cells = await rows(page).locator('[data-l="Score"]').allInnerTexts()
    const scores = cells.map((cell) => Number(cell.replace(/\D/g, '')))
    expect(scores[0]).toBeGreaterThan(0)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  }).toPass()
}

async function chooseColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Gender' }).uncheck()
  await page.getByRole('checkbox', { name: 'School' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'School' })).toBeAttached()
  await expect(page.getByRole('columnheader', { name: 'Gender' })).toHaveCount(0)
  await expectFit(page)
}

async function ask(page: Page, button: 'Disqualify' | 'Restore', reason: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${button} `) })
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeFocused()
}

async function disqualifyAndRestore(page: Page, productUrl: string, student: Student): Promise<void> {
  await page.goto(`/admin/user-management?search=${student.username}`)
  await page.getByRole('link', { name: `View Details of ${student.username}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: student.username })).toBeVisible()
  await expect(page.getByText(student.email).first()).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(TITLE) })).toContainText('10 of')
  await expectFit(page)
  await ask(page, 'Disqualify', 'Two accounts of one person.')
  await expect(page.getByText(/^Disqualified on .*Two accounts of one person\.$/)).toBeVisible()
  await expect.poll(() => isOnTheBoard(productUrl, student)).toBe(false)
  await ask(page, 'Restore', 'They are sisters.')
  await expect(page.getByText(/^Disqualified on/)).toHaveCount(0)
  await expect(page.getByText('Restored: They are sisters.')).toBeVisible()
  await expect.poll(() => isOnTheBoard(productUrl, student)).toBe(true)
}

/** Gives the student whose page is open 1.5 times the usual time for the next quiz. */
async function giveExtraTime(page: Page, student: Student, openStudentPage: () => Promise<Page>): Promise<void> {
  await page.getByRole('button', { name: 'Extra time', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Extra time for ${student.username}` })
  await expect(dialog.getByRole('radio', { name: '2 minutes (normal)' })).toBeChecked()
  await dialog.getByRole('radio', { name: '3 minutes (1.5 times)' }).check({ force: true })
  await expectFit(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The extra time has been saved. It applies from the next quiz on.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Extra time: 3 minutes (1.5 times)' })).toBeVisible()

  await student.call(finishAttempt, { params: quiz })
  const videos = await student.call(listVideos, {})
  const next = videos.find(({ isLocked, title }) => !isLocked && title !== TITLE)
  const quizPage = await openStudentPage()
  await quizPage.goto(`/student/trivia/page?video=${next?._id}`)
  await expect(quizPage.getByText('You have 3 minutes.')).toBeVisible()
  await quizPage.getByRole('button', { name: 'Start anyway' }).click()
  await expect(quizPage.getByRole('timer')).toHaveAccessibleName(/^0?(3:00|2:\d\d)/)
  await quizPage.context().close()
}

async function exportOne(page: Page, { username, email }: Student): Promise<void> {
  await page.goto(`/admin/user-management?search=${username}`)
  await expect(rows(page)).toHaveCount(1)
  const [response] = await Promise.all([
    page.waitForResponse('**/admin/exports'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const { exports } = declarationOf(listExports).reply.parse(await response.json())
  const dialog = page.getByRole('dialog', { name: 'Export students' })
  // The first request is refused as if the login were too old: after the password is entered, the export continues automatically.
  let isOld = true
  await page.route('**/admin/exports', async (route) => {
    if (!isOld || route.request().method() !== 'POST') return route.fallback()
    isOld = false
    return route.fulfill({
      status: 403,
      json: { status: 'error', code: 'reauth_required', message: '', requestId: '1' },
    })
  })
  await dialog.getByRole('button', { name: 'Create file' }).click()
  const again = page.getByRole('dialog', { name: 'Please enter your password again to continue.' })
  await again.getByLabel('Your password', { exact: true }).fill(ADMIN.password)
  await again.getByRole('button', { name: 'Continue' }).click()
  // Searches are not stored with exports. The newest file comes first, and files of other lists are not shown.
  const before = exports.filter(({ what }) => what === 'students')
  await expect(dialog.getByRole('listitem')).toHaveCount(before.length + 1)
  const file = dialog.getByRole('listitem').first()
  await expect(file).toContainText('by a search')
  await expect(file).toContainText('CSV, 1 row')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('button', { name: /^Download/ }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/username/i)
  expect(lines[1]).toContain(username)
  expect(lines[1]).toContain(email)
}

test('a student is found, opened, disqualified, restored, given extra time and exported', async ({
  adminPage: page,
  browser,
  productUrl,
}) => {
  await page.setViewportSize(laptop)
  const student = await someoneOnTheBoard(productUrl)
  await find(page, student)
  await sortByScore(page, false)
  await page.setViewportSize(phone)
  await sortByScore(page, true)
  await chooseColumns(page)
  await disqualifyAndRestore(page, productUrl, student)
  await giveExtraTime(page, student, () => openFor(student, browser, productUrl))
  await exportOne(page, student)
})
