// An admin publishes a video with captions, a poster, twenty questions and an announcement, in at most fifteen clicks.
import { fileURLToPath } from 'node:url'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import * as quizAdmin from '@baobab/contract/quiz/admin.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { test, type Locator, type Page } from '@playwright/test'
import { countClicks } from './clicks.ts'
import { expectFit } from './fit.ts'
import { expect, openForAdmin, waitForApp } from './fixtures.ts'
import { ADMIN, asAdmin } from './people.ts'
import { startProduct, type Product } from './product.ts'

const videoFile = fileURLToPath(new URL('../server/test/fixtures/video.mp4', import.meta.url))
const TITLE = 'The Goat Who Counted'
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:01.000\nOne goat.\n'

/** A red picture of 320 by 180 pixels. */
async function drawPicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [320, 180]
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = '#c00'
    pen.fillRect(0, 0, 320, 180)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
})
test.afterAll(() => product.remove())

test('a video is published in at most fifteen clicks', async ({ browser }) => {
  const page = await openForAdmin(browser, product.url)
  const clicks = countClicks()
  /** Chooses a file, which counts as a click. */
  const choose = async (target: Locator, file: string | { name: string; mimeType: string; buffer: Buffer }) => {
    clicks.note()
    await target.locator('input[type=file]').setInputFiles(file)
  }
  await page.goto('/admin/dashboard')
  await waitForApp(page)
  await clicks.click(page.getByRole('link', { name: 'Content Management', exact: true }))
  await clicks.click(page.getByRole('link', { name: 'Upload Video' }).first())
  const upload = page.getByRole('form', { name: 'Upload Video' })
  await choose(upload, videoFile)
  await upload.getByLabel('Title').fill(TITLE)
  await upload.getByLabel(/Description/).fill('A goat learns that an honest count is worth more.')
  await clicks.click(upload.getByRole('button', { name: 'Upload', exact: true }))

  // The new video opens by itself, as a draft with a list of what it lacks.
  const publish = page.getByRole('form', { name: 'Who sees this video' })
  await expect(publish.getByText('Captions: missing')).toBeVisible()
  const captions = page.getByRole('region', { name: 'Captions' })
  await choose(captions.getByRole('listitem').filter({ hasText: 'English' }), {
    name: 'goat.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(CAPTIONS),
  })
  await expect(publish.getByText('Captions: done')).toBeVisible()
  const poster = page.getByRole('region', { name: 'Poster' })
  const isStored = page.waitForResponse((response) => response.url().endsWith('/poster') && response.ok())
  await choose(poster, { name: 'goat.png', mimeType: 'image/png', buffer: await drawPicture(page) })
  await isStored

  await clicks.click(publish.getByRole('link', { name: /^Write the questions for ages 5-10/ }))
  await clicks.click(page.getByLabel('Add new questions for ages 11-20 too'))
  await clicks.click(page.getByRole('button', { name: 'Paste a list' }))
  const paste = page.getByRole('dialog', { name: 'Paste a list of questions' })
  const lines = Array.from({ length: 10 }, (_, n) => `How many goats are ${n + 1}?\tOne\tTwo\tThree\tMany\tD`)
  await paste.getByLabel('Questions').fill(lines.join('\n'))
  await clicks.click(paste.getByRole('button', { name: 'Add the questions' }))
  await expect(page.getByRole('listitem', { name: 'Question 10', exact: true }).getByText('Saved')).toBeVisible()
  await clicks.click(page.getByRole('link', { name: 'Open the video' }))

  await clicks.click(publish.getByRole('button', { name: 'Publish now' }))
  await clicks.click(publish.getByRole('link', { name: 'Announce it to students' }))
  const form = page.getByRole('form', { name: 'Notification' })
  await form.getByLabel('Title').fill('A new video')
  await form.getByLabel('Description').fill('The goat counts. Watch it today.')
  await expect(form.getByLabel('Video (optional)')).toContainText(TITLE)
  await clicks.click(form.getByRole('button', { name: 'Send Notification' }))
  await clicks.click(page.getByRole('dialog').getByRole('button', { name: 'Send Notification' }))
  await expect(page.getByText('Notification sent to all users!').first()).toBeVisible()
  expect(clicks.count()).toBeLessThanOrEqual(15)
  await expectFit(page)
  await page.context().close()

  const { call } = await asAdmin(product.url)
  const [video] = (await call(listAdminVideos, { query: { search: TITLE } })).videos
  expect(video).toMatchObject({ publication: 'published', questionCounts: { '5-10': 10, '11-20': 10 } })
  for (const ageCategory of ['5-10', '11-20'] as const) {
    const query = { videoId: video?._id ?? '', ageCategory }
    expect((await call(quizAdmin.listQuestionsWithAnswers, { query })).questions).toHaveLength(10)
  }
})
