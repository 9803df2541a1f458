// An admin imports questions from a spreadsheet: previews, corrects, adds, and undoes the import.
import { fileURLToPath } from 'node:url'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { setAskedCount } from '@baobab/contract/quiz/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { test, type Browser, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answersOf, countQuestions } from './answers.ts'
import { expectFit } from './fit.ts'
import { expect, openForAdmin, waitForApp } from './fixtures.ts'
import { ADMIN, asAdmin } from './people.ts'
import { startProduct, type Product } from './product.ts'

const sheet = (name: string) => fileURLToPath(new URL(`../server/test/fixtures/sheets/${name}`, import.meta.url))

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
})
test.afterAll(() => product.remove())

const choose = (page: Page, name: string) => page.getByLabel('Spreadsheet', { exact: true }).setInputFiles(sheet(name))
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const rows = (page: Page) => page.getByRole('region', { name: 'Row by row' })
const imports = (page: Page) => page.getByRole('region', { name: 'Earlier imports' })

/** Clicks a button that downloads a file. Returns the file's name. */
async function saved(page: Page, button: string | RegExp): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return (await download).suggestedFilename()
}

async function expectGoodLayout(page: Page): Promise<void> {
  await expectFit(page)
  await expectAccessible(page)
}

async function beRefused(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Please select a file')).toBeVisible()
  await choose(page, 'password.xlsx')
  await expect(page.getByRole('alert').filter({ hasText: 'Error uploading file' })).toContainText(
    'This file is protected by a password.',
  )
  await expect(preview(page)).toBeHidden()
}

async function seeBadRows(page: Page): Promise<void> {
  await choose(page, 'bad-rows.xlsx')
  await expect(preview(page)).toContainText('6 rows have errors')
  await expect(page.getByRole('button', { name: 'Add 1 question, leave out 6 rows' })).toBeVisible()
  const third = rows(page).getByRole('row').filter({ hasText: 'A film that nobody made' })
  await expect(third.getByLabel('Video title')).toHaveAccessibleDescription('No video has this title.')
  await expect(rows(page).getByRole('row')).toHaveCount(7)
  await rows(page).getByRole('button', { name: 'New 1' }).click()
  await expect(rows(page).getByRole('row')).toHaveCount(2)
  await expectGoodLayout(page)
  expect(await saved(page, 'Download with reasons')).toBe('bad-rows with reasons.xlsx')
}

async function addAll(page: Page): Promise<void> {
  await choose(page, 'odd.xlsx')
  await expect(preview(page)).toContainText('Read from the sheet “Term 1”. Ignored columns: Notes.')
  await expect(page.getByRole('region', { name: 'By video and age' })).toContainText('Two Buckets, One Well')
  await page.getByRole('button', { name: 'Add 5 questions' }).click()
  await expect(page.getByText('Trivia uploaded successfully!').first()).toBeVisible()
  await expect(page.getByText('Trivia questions uploaded successfully!').first()).toBeVisible()
  await expect(page.getByText('5 questions added from “odd.xlsx”.')).toBeVisible()
  await expect(imports(page).getByRole('row').nth(1)).toContainText('In the quizzes')
  await choose(page, 'odd.xls')
  await expect(preview(page)).toContainText('All 5 questions are already there. Nothing would be added.')
  await expect(page.getByRole('button', { name: /^(Upload|Add \d)/ })).toBeHidden()
}

async function takeBack(page: Page): Promise<void> {
  const undo = imports(page).getByRole('button', { name: /^Undo odd.xlsx/ })
  const dialog = page.getByRole('dialog', { name: 'Undo the import of “odd.xlsx”?' })
  await undo.click()
  await expect(dialog).toContainText('5 questions are removed from the quizzes')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await undo.click()
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('The import has been undone.').first()).toBeVisible()
  await expect(imports(page).getByRole('row').nth(1)).toContainText('Undone')
  await expect(undo).toBeHidden()
  await expect(imports(page).getByRole('heading')).toBeFocused()
}

/** Exports the questions of all starter videos. */
async function exportAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the questions' })
  await dialog.getByRole('button', { name: 'Create file' }).click()
  await expect(dialog.getByText(`CSV, ${countQuestions()} rows`)).toBeVisible()
  await expectAccessible(page)
  expect(await saved(page, /^Download/)).toBe('questions.csv')
  await dialog.getByRole('button', { name: 'Close' }).click()
}

// This test runs first, because it counts the starter videos' questions.
test('an admin imports a spreadsheet and undoes the import', async ({ browser }) => {
  const page = await openForAdmin(browser, product.url)
  await page.setViewportSize({ width: 360, height: 560 })
  await page.goto('/admin/content-management?tab=trivia')
  await exportAll(page)
  await page.getByRole('link', { name: 'Upload a spreadsheet' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Upload a spreadsheet' })).toBeVisible()
  expect(await saved(page, 'Template .xlsx')).toBe('Trivia questions.xlsx')
  expect(await saved(page, 'Template .csv')).toBe('Trivia questions.csv')
  await beRefused(page)
  await seeBadRows(page)
  await addAll(page)
  await takeBack(page)
  await expectGoodLayout(page)
  await page.context().close()
})

/** Chooses a text file with these rows below the column names. */
async function chooseRows(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  const names = 'videoTitle,question,option1,option2,option3,option4,correctAnswer,ageCategory'
  const text = [names, ...rows.map((cells) => cells.map((cell) => `"${cell}"`).join(','))].join('\n')
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Spreadsheet', { exact: true }).setInputFiles(file)
}

async function openImport(browser: Browser): Promise<Page> {
  const page = await openForAdmin(browser, product.url)
  await page.goto('/admin/trivia/import')
  await waitForApp(page)
  return page
}

const video = 'Two Buckets, One Well'

test('the preview shows what is read from each file, and which sheets are not', async ({ browser }) => {
  const page = await openImport(browser)
  await choose(page, 'two-sheets.ods')
  await expect(preview(page)).toContainText('3 sheets were not read and would not be added:')
  await expect(preview(page)).toContainText('Drafts: It is hidden.')
  await expect(preview(page)).toContainText('Old term: Missing columns: Correct answer, Age category.')
  await expect(preview(page)).toContainText('2 rows read from the sheet “Term 1”. 1 row read from the sheet “Term 2”.')
  await expect(rows(page).getByRole('row').nth(3)).toContainText('Term 2')
  await expectGoodLayout(page)
  await choose(page, 'dates.xlsx')
  await expect(preview(page)).toContainText('In 6 rows, a spreadsheet program had turned the age category into a date.')
  const percentages = rows(page).getByRole('row').nth(1)
  await expect(percentages).toContainText('Age category: “10-May” is read as “5-10”.')
  await expect(percentages.getByRole('listitem')).toHaveText(['10%', '25%', '50% Correct answer', '100%'])
  await expectGoodLayout(page)
  await choose(page, 'letters.ods')
  await expect(preview(page)).toContainText('In 4 rows, the correct answer is a letter or a number.')
  await rows(page).getByRole('button', { name: 'New 5' }).click()
  await expect(rows(page).getByRole('row').nth(1)).toContainText('Correct answer: “B” is read as “Bola”.')
  await choose(page, 'questions.pdf')
  await expect(page.getByRole('form').getByRole('alert')).toContainText(
    'This looks like a PDF, and we cannot read questions from it. Please use .xlsx, .xls, .ods or .csv, or GIFT,',
  )
  await page.context().close()
})

test('a quiz that would ask 26 questions shows a warning, but can be imported', async ({ browser }) => {
  const { call } = await asAdmin(product.url)
  const videoId = (await call(listVideos, {})).find(({ title }) => title === video)?._id ?? ''
  await call(setAskedCount, { body: { videoId, ageCategory: '5-10', askedCount: 'all' } })
  const page = await openImport(browser)
  const warning = 'Each student is asked 26 questions in 120 seconds, so there are only 4.6 seconds for each.'
  const questions = Array.from({ length: 26 - answersOf(video, '5-10').size }, (_, n) => [
    video,
    `Who was there on day ${n}?`,
    'A',
    'B',
    'C',
    'D',
    'A',
    '5-10',
  ])
  await chooseRows(page, questions)
  await expect(page.getByRole('region', { name: 'By video and age' })).toContainText(warning)
  await page.getByRole('button', { name: `Add ${questions.length} questions` }).click()
  await expect(page.getByText('Trivia questions uploaded successfully!').first()).toBeVisible()
  await page.goto('/admin/content-management?tab=trivia&ageCategory=5-10')
  const listed = page.getByRole('listitem').filter({ hasText: video })
  await expect(listed).toContainText('Only 4.6 seconds for each question')
  await listed.getByRole('link', { name: /^Show Trivia/ }).click()
  await expect(page.getByText(warning)).toBeVisible()
  await page.getByRole('link', { name: 'Add New Trivia' }).click()
  await expect(page.getByRole('region', { name: 'In this quiz' })).toContainText(warning)
  await expectGoodLayout(page)
  await page.context().close()
})

for (const width of [1280, 390])
  test(`reasons stay visible next to a word of 500 letters, ${width} pixels wide`, async ({ browser }) => {
    const page = await openImport(browser)
    await page.setViewportSize({ width, height: 800 })
    const word = 'a'.repeat(500)
    await chooseRows(page, [[word, word, word.slice(300), 'B', 'C', 'D', 'E', '5-10']])
    const reason = rows(page).getByText('No video has this title.')
    await expect(reason).toBeVisible()
    // The table would scroll sideways if it were wider than its card.
    const table = rows(page).getByRole('table').locator('..')
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await reason.scrollIntoViewIfNeeded()
    await expect(reason).toBeInViewport({ ratio: 1 })
    await expectGoodLayout(page)
    await page.context().close()
  })
