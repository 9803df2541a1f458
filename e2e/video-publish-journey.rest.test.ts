// An admin publishes a video with captions, a poster, twenty questions and an announcement, in at most fifteen clicks.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import * as quizAdmin from '@baobab/contract/quiz/admin.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { test } from '@playwright/test'
import { countClicks } from './clicks.ts'
import { expectFit } from './fit.ts'
import { expect, openForAdmin, waitForApp } from './fixtures.ts'
import { ADMIN, asAdmin, makeStudent } from './people.ts'
import { startProduct, type Product } from './product.ts'

const videoFile = fileURLToPath(new URL('../server/test/fixtures/video.mp4', import.meta.url))
const TITLE = 'The Goat Who Counted'
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:01.000\nOne goat.\n'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
})
test.afterAll(() => product.remove())

test('a video is published in at most fifteen clicks', async ({ browser }) => {
  const student = await makeStudent(product.url)
  const page = await openForAdmin(browser, product.url)
  const readClicks = await countClicks(page)
  await page.goto('/admin/dashboard')
  await waitForApp(page)
  await page.getByRole('link', { name: 'Content Management', exact: true }).click()
  await page.getByRole('link', { name: 'Upload Video' }).first().click()
  const upload = page.getByRole('form', { name: 'Upload Video' })
  await upload.locator('input[type=file]').setInputFiles(videoFile)
  await upload.getByLabel('Title').fill(TITLE)
  await upload.getByLabel(/Description/).fill('A goat learns that an honest count is worth more.')
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()

  // The new video opens by itself, as a draft with a list of what it lacks.
  const publish = page.getByRole('form', { name: 'Who sees this video' })
  await expect(publish.getByText('Captions: missing')).toBeVisible()
  const captions = page.getByRole('region', { name: 'Captions' })
  await captions.locator('input[type=file]').setInputFiles({
    name: 'goat.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(CAPTIONS),
  })
  await expect(publish.getByText('Captions: done')).toBeVisible()
  const poster = page.getByRole('region', { name: 'Poster' })
  await poster.locator('input[type=file]').setInputFiles({
    name: 'goat.png',
    mimeType: 'image/png',
    buffer: readFileSync(new URL('../server/test/fixtures/poster.png', import.meta.url)),
  })
  await expect(page.getByText('Saved.').first()).toBeVisible()

  await publish.getByRole('link', { name: /^Write the questions for ages 5-10/ }).click()
  await page.getByLabel('Add new questions for ages 11-20 too').check()
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const paste = page.getByRole('dialog', { name: 'Paste a list of questions' })
  const lines = Array.from({ length: 10 }, (_, n) => `How many goats are ${n + 1}?\tOne\tTwo\tThree\tMany\tD`)
  await paste.getByLabel('Questions').fill(lines.join('\n'))
  await paste.getByRole('button', { name: 'Add the questions' }).click()
  await expect(page.getByRole('listitem', { name: 'Question 10', exact: true }).getByText('Saved')).toBeVisible()
  await page.getByRole('link', { name: 'Open the video' }).click()

  await publish.getByRole('button', { name: 'Publish now' }).click()
  await publish.getByRole('link', { name: 'Announce it to students' }).click()
  const form = page.getByRole('form', { name: 'Notification' })
  await form.getByLabel('Title').fill('A new video')
  await form.getByLabel('Description').fill('The goat counts. Watch it today.')
  await expect(form.getByLabel('Video (optional)')).toContainText(TITLE)
  await form.getByRole('button', { name: 'Send Notification' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Notification' }).click()
  await expect(page.getByText('Notification sent to all users!').first()).toBeVisible()
  expect(await readClicks()).toBeLessThanOrEqual(15)
  await expectFit(page)
  await page.context().close()

  const { call } = await asAdmin(product.url)
  const [video] = (await call(listAdminVideos, { query: { search: TITLE } })).videos
  expect(video).toMatchObject({ publication: 'published', questionCounts: { '5-10': 10, '11-20': 10 } })
  for (const ageCategory of ['5-10', '11-20'] as const) {
    const query = { videoId: video?._id ?? '', ageCategory }
    expect((await call(quizAdmin.listQuestionsWithAnswers, { query })).questions).toHaveLength(10)
  }
  expect(student.username).not.toBe('')
})
