// An admin writes a whole quiz on one page: by keyboard, from a pasted list, and with a question of another quiz.
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import * as quizAdmin from '@baobab/contract/quiz/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { test, type Page } from '@playwright/test'
import { expectFit } from './fit.ts'
import { expect, openForAdmin } from './fixtures.ts'
import { ADMIN, asAdmin } from './people.ts'
import { startProduct, type Product } from './product.ts'

// A separate product, because the starter questions are deleted.
let product: Product
test.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
})
test.afterAll(() => product.remove())

type Key = { videoId: string; ageCategory: '5-10' | '11-20' }

async function emptyQuiz(): Promise<{ key: Key; read: (key: Key) => Promise<string[]> }> {
  const { call } = await asAdmin(product.url)
  const [video] = await call(listVideos, {})
  if (!video) throw new Error('the product has no starter videos')
  const key = { videoId: video._id, ageCategory: '11-20' as const }
  const load = async (query: Key) => (await call(quizAdmin.listQuestionsWithAnswers, { query })).questions
  for (const { _id } of await load(key)) await call(quizAdmin.deleteQuestion, { params: { triviaId: _id } })
  return { key, read: async (query) => (await load(query)).map(({ question }) => question) }
}

const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

async function typeQuestion(page: Page, question: string): Promise<void> {
  for (const words of [question, 'The smith', 'The weaver', 'The king', 'Nobody']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
  }
  // Chooses the second option as the answer, and continues with the next question.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
}

test('a quiz is written on one page', async ({ browser }) => {
  const { key, read } = await emptyQuiz()
  const page = await openForAdmin(browser, product.url)
  await page.goto(`/admin/trivia?video=${key.videoId}&ageCategory=11-20`)
  await page.getByRole('link', { name: 'Write the whole quiz' }).first().click()

  // Uses only the keyboard, for both age groups. Each question is saved when the focus leaves it.
  await page.getByLabel('Add new questions for ages 5-10 too').check()
  await page.getByRole('button', { name: 'Add a question' }).click()
  await typeQuestion(page, 'Who told the truth first?')
  await typeQuestion(page, 'Who heard of it?')
  await expect(row(page, 'Question 2').getByText('Saved')).toBeVisible()
  expect(await read(key)).toEqual(['Who told the truth first?', 'Who heard of it?'])
  await expect.poll(() => read({ ...key, ageCategory: '5-10' })).toContain('Who heard of it?')
  await page.getByLabel('Add new questions for ages 5-10 too').uncheck()

  // An incomplete question stays on the page, even after a reload.
  const third = row(page, 'Question 3, new')
  await third.getByLabel('Question', { exact: true }).fill('What did the truth cost?')
  await third.getByLabel('Option A').fill('A goat')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(third.getByText('Still missing: option B, option C, option D and the correct answer.')).toBeVisible()
  await page.reload()
  await expect(third.getByLabel('Option A')).toHaveValue('A goat')
  for (const [label, words] of [
    ['Option B', 'A drum'],
    ['Option C', 'A lamp'],
    ['Option D', 'Nothing'],
  ] as const)
    await third.getByLabel(label).fill(words)
  await third.getByRole('radio', { name: 'D' }).check()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(row(page, 'Question 3').getByText('Saved')).toBeVisible()

  // A change is saved when the focus leaves the question. If it is refused, the page says why.
  const first = row(page, 'Question 1')
  await first.getByLabel('Option B').fill('The smith')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(first.getByText('The four options must be different.')).toBeVisible()
  await first.getByLabel('Option B').fill('The drummer')
  await first.getByLabel('Question', { exact: true }).fill('Who spoke the truth first?')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(first.getByText('Saved')).toBeVisible()
  await first.getByRole('button', { name: 'Move question 1 down' }).click()
  await expect
    .poll(() => read(key))
    .toEqual(['Who heard of it?', 'Who spoke the truth first?', 'What did the truth cost?'])

  // Pastes rows of a spreadsheet without a header.
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const paste = page.getByRole('dialog', { name: 'Paste a list of questions' })
  await paste.getByRole('button', { name: 'Add the questions' }).click()
  await expect(paste.getByText('Paste at least one question.')).toBeVisible()
  const lines = Array.from({ length: 5 }, (_, n) => `Pasted ${n + 1}?\tOne\tTwo\tThree\tFour\tB`)
  await paste.getByLabel('Questions').fill([...lines, 'Broken?\tOne\tTwo\t\tFour\tA'].join('\n'))
  await paste.getByRole('button', { name: 'Add the questions' }).click()
  await expect(page.getByText('6 questions added.')).toBeVisible()
  await expect(row(page, 'Question 8').getByText('Saved')).toBeVisible()
  await expect(row(page, 'Question 9, new').getByText('Still missing: option C.')).toBeVisible()
  await row(page, 'Question 9, new').getByRole('button', { name: 'Discard question 9' }).click()

  // Uses a question from another quiz.
  await page.getByRole('button', { name: 'From another quiz' }).click()
  const bank = page.getByRole('dialog', { name: 'Use a question of another quiz' })
  await bank.getByLabel('Search questions, options and videos').fill('heard of it')
  await expect(bank.getByText('No other quiz has a question like this.')).toBeVisible()
  await bank.getByLabel('Search questions, options and videos').fill('')
  await bank
    .getByRole('button', { name: /^Use “/ })
    .first()
    .click()
  await bank.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'Question 9').getByText('Saved')).toBeVisible()
  await expectFit(page)
  await page.close()
})
