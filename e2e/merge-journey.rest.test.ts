// Support discovers that a student has two accounts, keeps a note, writes to the student, and merges them.
import { answerQuestion, listQuestions } from '@baobab/contract/quiz/endpoints.ts'
import { addStaffNote } from '@baobab/contract/students/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf, TITLE } from './answers.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, test, waitForApp } from './fixtures.ts'
import { asAdmin, makeStudent, type Student } from './people.ts'

const right = answersOf(TITLE, '11-20')
const quiz = { videoTitle: TITLE, ageCategory: '11-20' } as const

/** Takes the whole quiz with this many correct answers. */
async function take(student: Student, count: number): Promise<void> {
  const questions = await student.call(listQuestions, { params: quiz })
  for (const [n, question] of questions.entries()) {
    const correct = right.get(question.question) ?? ''
    const wrong = question.options.find((option) => option !== correct) ?? ''
    const body = { triviaId: question._id, answer: n < count ? correct : wrong }
    await student.call(answerQuestion, { params: quiz, body })
  }
}

const card = (page: Page, name: string) => page.getByRole('region', { name })

async function keepNotes(page: Page): Promise<void> {
  const notes = card(page, 'Notes')
  await expect(notes).toContainText('No notes yet.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes).toContainText('Note is required')
  for (const text of ['Her mother called: two accounts.', 'Typed by mistake.']) {
    await notes.getByLabel('New note').fill(text)
    await notes.getByRole('button', { name: 'Add note' }).click()
    await expect(notes.getByRole('listitem').first()).toContainText(text)
  }
  await expect(notes.getByLabel('New note')).toHaveValue('')
  await notes.getByRole('button', { name: 'Delete' }).first().click()
  await expect(notes.getByRole('listitem')).toHaveCount(1)
  await expect(notes).toContainText('Her mother called: two accounts.')
  await expect(page.locator('#notes')).toBeFocused()
}

for (const [name, viewport] of [
  ['on a laptop', laptop],
  ['on a phone', phone],
] as const)
  test(`support merges two accounts of one student, ${name}`, async ({ adminPage: page, productUrl, browser }) => {
    await page.setViewportSize(viewport)
    const [kept, merged] = [await makeStudent(productUrl), await makeStudent(productUrl)]
    await take(merged, 2)
    await take(kept, 5)
    await page.goto(`/admin/student?username=${kept.username}`)
    await waitForApp(page)
    await keepNotes(page)
    await expect(card(page, 'Profile')).toContainText('2 minutes (normal)')
    await expect(card(page, 'Fair play')).toContainText(/flag/)

    const twins = card(page, 'Might be the same student')
    await expect(twins.getByRole('link', { name: /Compare/ }).first()).toBeVisible()
    await expectAccessible(page)
    await expectFit(page)
    await twins.getByLabel('Username of another account').fill('nobody')
    await twins.getByRole('button', { name: 'Compare accounts' }).click()
    await expect(page.getByText('nobody: We could not find that.')).toBeVisible()
    await page.goBack()
    await twins.getByLabel('Username of another account').fill(merged.username)
    await twins.getByRole('button', { name: 'Compare accounts' }).click()

    await expect(page.getByRole('heading', { name: 'Merge two accounts' })).toBeVisible()
    await expect(card(page, `Stays: ${kept.username}`)).toContainText(kept.email)
    await expect(card(page, `Ends: ${merged.username}`)).toContainText(merged.email)
    const points = card(page, 'Points').locator('tbody').getByRole('row')
    await expect(points).toContainText('20 points')
    await expect(card(page, 'Quizzes').locator('tbody').getByRole('row')).toContainText(merged.username)
    await expectAccessible(page)
    await expectFit(page)
    await page.getByRole('link', { name: 'Keep the other account instead' }).click()
    await expect(card(page, `Stays: ${merged.username}`)).toBeVisible()
    await page.getByRole('link', { name: 'Keep the other account instead' }).click()
    await expect(card(page, `Stays: ${kept.username}`)).toBeVisible()

    const button = page.getByRole('button', { name: `Merge ${merged.username} into ${kept.username}` })
    await button.click()
    await expect(page.getByText('Reason is required')).toBeVisible()
    await page.getByLabel('Reason').fill('Her mother says that both are hers.')
    await button.click()
    await expect(page).toHaveURL(new RegExp(`/admin/student\\?username=${kept.username}$`))
    await expect(page.getByText('The two accounts have been merged.')).toBeVisible()
    await expect(twins).toContainText('Her mother says that both are hers.')
    await expect(card(page, 'Profile')).toContainText('20')
    await expectFit(page)

    await page.goto(`/admin/student?username=${merged.username}`)
    await expect(page.getByText(`This account has been merged into ${kept.username}.`)).toBeVisible()

    const other = await (await browser.newContext({ baseURL: productUrl, viewport })).newPage()
    await other.goto('/student/login')
    await waitForApp(other)
    await other.getByRole('textbox', { name: 'Email, phone or username' }).fill(merged.email)
    await other.getByRole('textbox', { name: 'Password', exact: true }).fill(merged.password)
    await other.getByRole('button', { name: 'Login' }).click()
    await expect(other.getByText(`Please log in as ${kept.username}`)).toBeVisible()
    await expectFit(other)
  })

test("a notification started from a student's page is addressed to that student, and keeps its own draft", async ({
  adminPage: page,
  productUrl,
}) => {
  const [one, other] = [await makeStudent(productUrl), await makeStudent(productUrl)]
  const write = async (student: Student) => {
    await page.goto(`/admin/student?username=${student.username}`)
    await waitForApp(page)
    await page.getByRole('link', { name: 'Send a notification' }).click()
  }
  await write(one)
  await expect(page.getByRole('combobox', { name: 'Username' })).toHaveValue(one.username)
  await page.getByLabel('Title').fill('About your payment')
  await write(other)
  await expect(page.getByRole('combobox', { name: 'Username' })).toHaveValue(other.username)
  await expect(page.getByLabel('Title')).toHaveValue('')
  await write(one)
  await expect(page.getByRole('combobox', { name: 'Username' })).toHaveValue(one.username)
  await expect(page.getByLabel('Title')).toHaveValue('About your payment')
})

test("a note does not appear on any of the student's pages", async ({ studentPage: page, student, productUrl }) => {
  const { call } = await asAdmin(productUrl)
  await call(addStaffNote, { params: { username: student.username }, body: { text: 'Only for admins.' } })
  for (const path of ['/student/dashboard', '/student/setting', '/student/notification']) {
    await page.goto(path)
    await waitForApp(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Only for admins.')).toHaveCount(0)
  }
})
