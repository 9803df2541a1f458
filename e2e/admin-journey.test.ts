// The first admin uploads a video and its questions; a student finds it and takes its quiz. Then its visibility is changed.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { listAdminVideos, uploadVideo } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { readQuestion } from './answers.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, openForAdmin, test, waitForApp } from './fixtures.ts'
import { ADMIN, asAdmin, makeStudent } from './people.ts'
import { startProduct, type Product } from './product.ts'

/** A two-second video, so that the server makes its streams at once. */
const videoFile = fileURLToPath(new URL('../server/test/fixtures/video.mp4', import.meta.url))
const TITLE = 'The Goat Who Counted: Ọ̀rọ̀ 100% "true"?'
const questions = [
  { question: 'Who counted the yams?', options: ['The goat', 'The king', 'The rain', 'Nobody'], correct: 0 },
  {
    question: 'What did the goat find out?',
    options: ['One was missing', 'All were there', 'None', 'Two more'],
    correct: 1,
  },
]

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.remove())

async function becomeAdmin(page: Page): Promise<void> {
  await page.goto(`${product.url}/admin/register`)
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: /Register|Sign Up/ }).click()
  await page.waitForURL('**/admin/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Login successful!').first()).toBeVisible()
  await page.waitForURL('**/admin/dashboard')
}

async function uploadVideoFile(page: Page): Promise<void> {
  await page.goto(`${product.url}/video-upload`)
  const form = page.getByRole('form')
  await form.getByRole('button', { name: 'Upload' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()
  await expect(form.getByText('Please select a video file.')).toBeVisible()
  await form.getByLabel('Title').fill(TITLE)
  await form.getByLabel(/Description/).fill('A goat learns that an honest count is worth more than a full basket.')
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'video.mp4', mimeType: 'video/mp4', buffer: Buffer.from('I am a text.') })
  await form.getByRole('button', { name: 'Upload' }).click()
  await expect(form.getByText('This file is not a playable video.').first()).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue(TITLE)
  await form.locator('input[type=file]').setInputFiles(videoFile)
  await expect(form.getByLabel('Draft')).toBeChecked()
  await form.getByLabel('Published').check()
  await form.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Video uploaded successfully!').first()).toBeVisible()
}

async function addQuestions(page: Page): Promise<void> {
  await page.goto(`${product.url}/trivia-form`)
  const form = page.getByRole('form', { name: 'Add New Trivia' })
  await form.getByLabel('Video title').selectOption({ label: TITLE })
  await form.getByRole('button', { name: 'Add Trivia' }).click()
  await expect(form.getByText('All fields are required!').first()).toBeVisible()
  await form.getByLabel('Age category').selectOption('11-20')
  for (const { question, options, correct } of questions) {
    await form.getByLabel('Question', { exact: true }).fill(question)
    for (const [at, option] of options.entries())
      await form.getByLabel(`Option ${at + 1}`, { exact: true }).fill(option)
    await form.getByRole('radio', { name: new RegExp(`option ${correct + 1}$`) }).check()
    await form.getByRole('button', { name: 'Add Trivia' }).click()
    await expect(page.getByText('Trivia added successfully!').first()).toBeVisible()
    // The video and category stay selected for the next question.
    await expect(form.getByLabel('Question', { exact: true })).toHaveValue('')
    await expect(form.getByLabel('Age category')).toHaveValue('11-20')
    await expect(form.getByLabel('Question', { exact: true })).toBeFocused()
    await expect(form.getByText('All fields are required!')).toHaveCount(0)
  }
}

test('the first admin uploads a video and adds questions, and a student takes that quiz', async ({ page, browser }) => {
  await becomeAdmin(page)
  await uploadVideoFile(page)
  await addQuestions(page)

  const student = await makeStudent(product.url)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await phone.goto(`${product.url}/student/login`)
  await phone.getByLabel('Email').fill(student.email)
  await phone.getByLabel('Password', { exact: true }).fill(student.password)
  await phone.getByRole('button', { name: 'Login' }).click()
  await phone.waitForURL('**/student/dashboard')
  await phone.goto(`${product.url}/student/videos`)
  await expect(phone.getByRole('heading', { name: TITLE })).toBeVisible()
  await phone.goto(`${product.url}/student/trivia`)
  await phone.getByRole('link', { name: `Take Quiz of ${TITLE}` }).click()
  await expect(phone.getByText('2 questions').first()).toBeVisible()
  await phone.getByRole('button', { name: /Start Quiz|Start anyway/ }).click()
  for (let at = 0; at < questions.length; at += 1) {
    const shown = await readQuestion(phone)
    const found = questions.find(({ question }) => question === shown)
    const answer = found?.options[found.correct] ?? ''
    await phone.getByRole('radio', { name: answer, exact: true }).check({ force: true })
    await phone.getByRole('button', { name: 'Submit' }).click()
    await expect(phone.getByRole('heading', { name: 'Correct answer!' })).toBeVisible()
    await phone.getByRole('button', { name: /Next Question|Finish Quiz/ }).click()
  }
  await expect(phone.getByRole('heading', { name: 'You scored 20 out of 20' })).toBeVisible()
  await context.close()

  await page.goto(`${product.url}/admin/content-management`)
  await expect(page.getByText(TITLE).first()).toBeVisible()
  await page
    .getByRole('button', { name: `Delete: ${TITLE}` })
    .or(page.getByRole('button', { name: new RegExp('^Delete.*Goat') }))
    .first()
    .click()
  await expect(page.getByText('Are you sure you want to delete this video?')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('Video deleted successfully.').first()).toBeVisible()
})

test('access and publication are saved separately, and a draft is hidden from students', async ({ browser }) => {
  // The first admin registers only once: in the previous test or here.
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN }).catch(() => undefined)
  const { call } = await asAdmin(product.url)
  const body = new FormData()
  const title = 'The Goat Who Hid'
  body.set('title', title)
  body.set('video', new Blob([readFileSync(videoFile)], { type: 'video/mp4' }), 'goat.mp4')
  const { _id: id } = (await call(uploadVideo, { body })).video
  const readVideo = async () =>
    (await call(listAdminVideos, { query: { search: title } })).videos.find(({ _id }) => _id === id)
  const student = await makeStudent(product.url)
  const isListed = async () => (await student.call(listVideos, {})).some(({ _id }) => _id === id)
  const page = await openForAdmin(browser, product.url)
  await page.goto(`/admin/videos?video=${id}`)
  await waitForApp(page)
  const form = page.getByRole('form', { name: 'Who sees this video' })
  const save = form.getByRole('button', { name: 'Save access' })
  await form.getByLabel('Premium').check()
  await form.getByLabel('Draft').check()
  await save.click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  expect(await readVideo()).toMatchObject({ access: 'premium', publication: 'draft' })
  expect(await isListed()).toBe(false)

  await form.getByLabel('At a date and time').check()
  await save.click()
  await expect(form.getByText('Please choose a date and a time.')).toBeVisible()
  const time = form.getByLabel('Date and time', { exact: true })
  await expect(time).toBeFocused()
  await time.fill('2026-01-01T09:00')
  // The video has no questions yet.
  const publishAnyway = async () => {
    await save.click()
    const dialog = page.getByRole('dialog', { name: 'Publish without questions?' })
    await expect(dialog.getByText('there is no quiz for ages 5-10 and 11-20.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Publish anyway' }).click()
  }
  await publishAnyway()
  await expect(form.getByText('Please choose a time in the future.')).toBeVisible()
  await expectAccessible(page)
  await time.fill('2094-03-01T09:00')
  await publishAnyway()
  await expect.poll(async () => (await readVideo())?.publishAt).toBe('2094-03-01T08:00:00.000Z')
  await expect(page.getByText('From 1 Mar 2094, 9:00 am').first()).toBeVisible()
  expect(await isListed()).toBe(false)

  await form.getByLabel('Published').check()
  await form.getByLabel('Free').check()
  await save.click()
  await expect.poll(isListed).toBe(true)
  for (const size of [laptop, phone]) {
    await page.setViewportSize(size)
    await expectFit(page)
  }
  await page.context().close()
})
