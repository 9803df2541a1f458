// An admin edits, orders and deletes a quiz's questions, tries it like a student, and reads its statistics.
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import * as leaderboard from '@baobab/contract/leaderboard/endpoints.ts'
import * as quiz from '@baobab/contract/quiz/endpoints.ts'
import * as quizAdmin from '@baobab/contract/quiz/admin.ts'
import { answerPractice } from '@baobab/contract/quiz/practice.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { test, type Page } from '@playwright/test'
import { readQuestion } from './answers.ts'
import { expectFit } from './fit.ts'
import { expect, openForAdmin } from './fixtures.ts'
import { ADMIN, asAdmin, makeStudent } from './people.ts'
import { startProduct, type Product } from './product.ts'

type Quiz = { videoId: string; title: string; ageCategory: '5-10' | '11-20' }

// A separate product, because the starter questions are deleted.
let product: Product
test.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
})
test.afterAll(() => product.remove())

const QUESTIONS = ['Who told the truth first?', 'What did the truth cost?', 'Who heard of it?']
const options = ['The smith', 'The weaver', 'The king', 'Nobody']

/** Replaces a starter video's questions with this test's three questions. */
async function makeQuiz(): Promise<Quiz> {
  const { call } = await asAdmin(product.url)
  const video = (await call(listVideos, {})).find(({ access }) => access === 'free')
  if (!video) throw new Error('the product has no starter videos')
  const key = { videoId: video._id, ageCategory: '11-20' as const }
  const { questions } = await call(quizAdmin.listQuestionsWithAnswers, { query: key })
  for (const { _id } of questions) await call(quizAdmin.deleteQuestion, { params: { triviaId: _id } })
  for (const question of QUESTIONS)
    await call(quizAdmin.addQuestion, {
      body: { videoTitle: video.title, question, options, correctAnswer: 'The weaver', ageCategory: '11-20' },
    })
  return { ...key, title: video.title }
}

const quizPath = ({ videoId, ageCategory }: Quiz) => `/admin/trivia?video=${videoId}&ageCategory=${ageCategory}`
const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

async function edit(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit question 1' }).click()
  const form = page.getByRole('form', { name: 'Edit Trivia' })
  await expect(form.getByLabel('Question', { exact: true })).toHaveValue(QUESTIONS[0] ?? '')
  await expect(form.getByRole('radio', { name: /option 2$/ })).toBeChecked()
  await form.getByLabel('Option 3', { exact: true }).fill('the WEAVER')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('The four options must be different.')).toBeVisible()
  // Leaving accidentally loses nothing that was typed.
  await page.getByRole('link', { name: 'Questions' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  // Text typed while the dialog is open goes nowhere.
  await expect(leaving).toBeHidden()
  await expect(form.getByLabel('Option 3', { exact: true })).toHaveValue('the WEAVER')
  await form.getByLabel('Option 3', { exact: true }).fill('The drummer')
  await form.getByLabel('Question', { exact: true }).fill('Who spoke the truth first?')
  await form.getByLabel('Explanation (optional)').fill('The weaver told the king at once.')
  await form.getByLabel('Moment in the video (optional)').fill('soon')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('Write the moment as minutes and seconds, like 0:45.')).toBeVisible()
  await form.getByLabel('Moment in the video (optional)').fill('0:05')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Trivia updated successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1. Who spoke the truth first?' })).toBeVisible()
  await expect(cards(page).first().getByText('The drummer')).toBeVisible()
  await expect(cards(page).first().getByText('Explanation: The weaver told the king at once.')).toBeVisible()
  await expect(cards(page).first().getByText('Seen in the video at 0:05')).toBeVisible()
}

async function order(page: Page): Promise<void> {
  const third = page.getByRole('button', { name: 'Move question 3 up' })
  await third.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '2. Who heard of it?' })).toBeVisible()
  // The focus stays on the question that moved.
  await expect(page.getByRole('button', { name: 'Move question 2 up' })).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('heading', { name: '3. Who heard of it?' })).toBeVisible()
  await page.getByRole('button', { name: 'Move to top: question 3' }).click()
  await expect(page.getByRole('heading', { name: '1. Who heard of it?' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '1. Who heard of it?' })).toBeVisible()
}

async function askTwo(page: Page): Promise<void> {
  await expect(page.getByText('Each student gets all of them: 3 questions, worth up to 30 points.')).toBeVisible()
  await page.getByLabel('Questions to ask').selectOption('2')
  await page.getByRole('button', { name: 'Save number' }).click()
  await expect(page.getByText('2 of 3 questions for 11-20')).toBeVisible()
  await expect(page.getByText('Each student gets 2 questions of these, worth up to 20 points.')).toBeVisible()
}

async function remove(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete question 3' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this question?' })
  await expect(dialog.getByText('What did the truth cost?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Trivia deleted successfully.')).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
  await expect(page.getByText('2 questions for 11-20')).toBeVisible()
}

/** Takes the open quiz: answers the question `wrongAt` with `wrong`, and the others correctly. */
async function takeQuiz(page: Page, wrongAt: string, wrong: string): Promise<void> {
  for (let n = 0; n < 2; n += 1) {
    const asked = await readQuestion(page)
    await page
      .getByRole('radio', { name: asked === wrongAt ? wrong : 'The weaver', exact: true })
      .check({ force: true })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(
      page.getByRole('heading', { name: asked === wrongAt ? 'Incorrect answer.' : 'Correct answer!' }),
    ).toBeVisible()
    await page.getByRole('button', { name: /Next Question|Finish Quiz/ }).click()
  }
  await expect(page.getByRole('heading', { name: 'You scored 10 out of 20' })).toBeVisible()
}

test('an admin edits, orders, deletes and tries questions, and reads the statistics', async ({ browser }) => {
  const testQuiz = await makeQuiz()
  const page = await openForAdmin(browser, product.url)
  await page.goto('/admin/trivias')
  await page.getByRole('link', { name: `Show Trivia: ${testQuiz.title}` }).click()
  await expect(page.getByText('3 questions for 11-20')).toBeVisible()
  await expect(page.getByText('Correct answer', { exact: true })).toHaveCount(3)
  await edit(page)
  await order(page)
  await askTwo(page)
  await remove(page)

  await page.getByRole('link', { name: 'Statistics' }).click()
  await expect(page.getByText('Nobody has finished this quiz yet.')).toBeVisible()

  const { call } = await asAdmin(product.url)
  const boardBefore = await call(leaderboard.leaderboard, { query: { ageCategory: '11-20' } })
  await page.getByRole('link', { name: 'Take Quiz' }).click()
  await expect(page.getByText('No attempt is saved and no points are awarded.')).toBeVisible()
  await page.getByRole('button', { name: 'Start Quiz' }).click()
  await takeQuiz(page, 'Who heard of it?', 'The king')
  await expect(page.getByText('no points were awarded')).toBeVisible()
  await page.getByRole('button', { name: 'See Review' }).click()
  await expect(page.getByRole('heading', { name: `Quiz Review for ${testQuiz.title} (11-20)` })).toBeVisible()
  await expect(page.getByText('You chose: The king (incorrect)')).toBeVisible()
  expect(await call(leaderboard.leaderboard, { query: { ageCategory: '11-20' } })).toEqual(boardBefore)
  expect((await call(quizAdmin.questionStatistics, { query: toQuery(testQuiz) })).attempts).toBe(0)

  const student = await makeStudent(product.url)
  const params = { videoTitle: testQuiz.title, ageCategory: testQuiz.ageCategory }
  const { questions } = await student.call(quiz.startAttempt, { params })
  for (const { _id, question } of questions)
    await student.call(quiz.answerQuestion, {
      params,
      body: { triviaId: _id, answer: question === 'Who heard of it?' ? 'Nobody' : 'The weaver' },
    })
  // Two first answers, one of them correct; later ones do not count.
  const practised = questions.map(({ _id, question }) => ({ _id, wrong: question === 'Who heard of it?' }))
  for (const { _id, wrong } of [...practised, ...practised.map(({ _id }) => ({ _id, wrong: false }))])
    await student.call(answerPractice, { params, body: { triviaId: _id, answer: wrong ? 'Nobody' : 'The weaver' } })
  await page.goto(`${quizPath(testQuiz)}&view=statistics`)
  await expect(page.getByText('Practised by 1 student: 50% of each day’s first answers were correct.')).toBeVisible()
  await expect(page.getByText(/^From 1 finished attempt,.*newest 1,000/)).toBeVisible()
  await expect(page.getByText('100% correct, 0% wrong, 0% not answered')).toBeVisible()
  await expect(page.getByText('0% correct, 100% wrong, 0% not answered')).toBeVisible()
  await expect(page.getByText('Top wrong answer')).toHaveCount(1)
  await page.getByRole('button', { name: 'Table' }).click()
  const row = page.getByRole('row', { name: /Who heard of it/ })
  await expect(row.getByText('Nobody')).toBeVisible()
  await expectFit(page)

  // A student has taken the quiz, so its number of questions is fixed.
  await page.goto(quizPath(testQuiz))
  await expect(page.getByText('To delete a question, first add another one.')).toBeVisible()
  await expect(page.getByLabel('Questions to ask')).toBeHidden()
  await page.getByRole('button', { name: 'Delete question 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this question?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Add another question before you delete one.')
  await expectFit(page)
  await page.context().close()
})

const toQuery = ({ videoId, ageCategory }: Quiz) => ({ videoId, ageCategory })
