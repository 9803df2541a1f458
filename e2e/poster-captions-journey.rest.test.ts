// An admin changes a video's poster and captions, with valid and invalid files, and with a frame.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { listAdminVideos, uploadVideo } from '@baobab/contract/videos/admin.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { enterAsStudent, expect, openForAdmin, test } from './fixtures.ts'
import { ADMIN, asAdmin, makeStudent, type Student } from './people.ts'
import { startProduct, type Product } from './product.ts'

/** A two-second video, so that the server makes its streams at once. */
const videoFile = fileURLToPath(new URL('../server/test/fixtures/video.mp4', import.meta.url))
const FIRST = 'WEBVTT\n\n00:00.000 --> 00:02.000\nThe goat counts.\n'
const HAUSA = 'WEBVTT\n\n00:00.000 --> 00:02.000\nAkuya tana ƙirgawa.\n'
const SECOND = 'WEBVTT\n\n00:00.000 --> 00:02.000\nThe goat counts again.\n'
/** A red picture of 16 by 9 pixels. */
const redPicture = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [320, 180]
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = '#c00'
    pen.fillRect(0, 0, 320, 180)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

let product: Product
let call: Caller
let student: Student
let videoId: string
test.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  ;({ call } = await asAdmin(product.url))
  student = await makeStudent(product.url)
  const form = new FormData()
  for (const [name, value] of Object.entries({ title: 'The Goat Who Counted', description: 'A tale.', access: 'free' }))
    form.set(name, value)
  form.set('video', new Blob([await readFile(videoFile)], { type: 'video/mp4' }), 'goat.mp4')
  videoId = (await call(uploadVideo, { body: form })).video._id
})
test.afterAll(() => product.remove())

const readVideo = async () => {
  const { videos } = await call(listAdminVideos, { query: {} })
  const video = videos.find(({ _id }) => _id === videoId)
  if (!video) throw new Error('the video is missing')
  return video
}
/** Requests one of the video's links as a student. */
async function readAsStudent(link: 'captionsUrl' | 'posterUrl'): Promise<Response | undefined> {
  const url = (await student.call(listVideos, {})).find(({ _id }) => _id === videoId)?.[link]
  return url ? fetch(new URL(url, product.url)) : undefined
}

test('captions are uploaded, replaced, downloaded and removed', async ({ browser }) => {
  const page = await openForAdmin(browser, product.url)
  await page.goto(`/admin/videos?video=${videoId}`)
  const form = page.getByRole('region', { name: 'Captions' })
  const choose = (name: string, text: string) =>
    form
      .getByLabel('Captions file in English')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await expect(form.getByText('This video has no captions')).toBeVisible()
  for (const [text, refusal] of [
    ['', 'Please select a captions file.'],
    ['No captions at all.', 'This looks like a text without the times of captions'],
  ] as const) {
    await choose('captions.vtt', text)
    await expect(form.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  }
  expect((await readVideo()).captionsUrl).toBeNull()

  await choose('captions.txt', FIRST)
  await expect(page.getByText('Captions changed successfully!')).toBeVisible()
  await expect(form.getByText('Students see these captions unless they turn them off.')).toBeVisible()
  await expect(form.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  expect(await (await readAsStudent('captionsUrl'))?.text()).toContain('The goat counts.')
  await choose('captions.vtt', SECOND)
  await expect.poll(async () => (await readAsStudent('captionsUrl'))?.text()).toContain('The goat counts again.')

  await page.reload()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    form.getByRole('link', { name: 'Download the captions in English' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('The Goat Who Counted.vtt')
  expect(await readFile(await download.path(), 'utf8')).toContain('The goat counts again.')

  await form.getByRole('button', { name: 'Remove the captions in English' }).click()
  await expect(form.getByText('This video has no captions')).toBeVisible()
  expect((await readVideo()).captionsUrl).toBeNull()
})

test('a student chooses another language of the captions, only that one is loaded, and the phone remembers it', async ({
  browser,
}) => {
  const admin = await openForAdmin(browser, product.url)
  await admin.goto(`/admin/videos?video=${videoId}`)
  const form = admin.getByRole('region', { name: 'Captions' })
  for (const [language, text] of [
    ['English', FIRST],
    ['Hausa', HAUSA],
  ] as const) {
    await form
      .getByLabel(`Captions file in ${language}`)
      .setInputFiles({ name: 'goat.vtt', mimeType: 'text/vtt', buffer: Buffer.from(text) })
    await expect(form.getByRole('button', { name: `Remove the captions in ${language}` })).toBeVisible()
  }
  await expect(admin.getByRole('form', { name: 'Who sees this video' })).toContainText('Captions: done English, Hausa')
  const { captionsUrl } = await readVideo()
  await admin.context().close()

  // Playwright does not see requests that a service worker serves.
  const context = await browser.newContext({ baseURL: product.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await enterAsStudent(page, student)
  const loaded: string[] = []
  page.on('request', (request) => {
    const [name] = /[^/]+\.vtt$/.exec(request.url()) ?? []
    if (name !== undefined) loaded.push(name)
  })
  const languages = page.getByLabel('Language of the captions')
  const readModes = () =>
    page
      .locator('video')
      .evaluate(({ textTracks }: HTMLVideoElement) =>
        [...textTracks].map(({ language, mode }) => `${language} ${mode}`),
      )
  await page.goto(`/student/videos?video=${videoId}`)
  await expect(languages).toHaveValue('en')
  await languages.selectOption({ label: 'Hausa' })
  await page.reload()
  await expect(languages).toHaveValue('ha')
  expect(loaded).toEqual([])
  const isLoaded = page.waitForResponse((response) => response.url().endsWith('.vtt'))
  await page.getByRole('button', { name: /^Play / }).click()
  expect(await (await isLoaded).text()).toContain('Akuya tana')
  expect(await readModes()).toEqual(['en disabled', 'ha showing'])
  expect(loaded).toHaveLength(1)
  expect(captionsUrl).not.toContain(loaded[0])

  // Does what an iPhone's own menu does in full screen.
  await page.locator('video').evaluate(({ textTracks }: HTMLVideoElement) => {
    for (const track of textTracks) track.mode = track.language === 'en' ? 'showing' : 'disabled'
  })
  await expect(languages).toHaveValue('en')
  await page.getByText('Read the story').click()
  await expect(page.getByText('The goat counts.')).toBeVisible()
  await page.getByLabel('Language', { exact: true }).selectOption({ label: 'Hausa' })
  await expect(page.getByText('Akuya tana')).toBeVisible()
  await expect(languages).toHaveValue('ha')
  await context.close()
})

test('a poster is a picture or a frame of the video, and a file that is not a picture changes nothing', async ({
  browser,
}) => {
  const page = await openForAdmin(browser, product.url)
  await page.goto(`/admin/videos?video=${videoId}`)
  const form = page.getByRole('region', { name: 'Poster' })
  const choose = (buffer: Buffer) =>
    form.getByLabel('Picture for the poster').setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer })
  // Links get a new signature every two hours.
  const toFile = (link: string | null | undefined) => link?.replace(/^\/media\/[^/]+/, '')
  const shown = async () => toFile(await form.locator('.poster img').getAttribute('src'))
  const stored = async () => toFile((await readVideo()).posterUrl)
  await choose(Buffer.from(await redPicture(page), 'base64'))
  await expect(page.getByText('Poster changed successfully!')).toBeVisible()
  const red = await stored()
  await expect.poll(shown).toBe(red)
  expect((await readAsStudent('posterUrl'))?.headers.get('content-type')).toMatch(/^image\//)

  await choose(Buffer.from('I am a text.'))
  await expect(form.getByRole('alert')).not.toBeEmpty()
  expect(await stored()).toBe(red)

  await form.getByRole('button', { name: 'Pick a frame' }).click()
  const slider = form.getByRole('slider', { name: 'Frame' })
  await slider.fill('1')
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:01 of /)
  await expect.poll(() => form.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeCloseTo(1)
  await form.getByRole('button', { name: 'Use this frame' }).click()
  await expect.poll(stored).not.toBe(red)
  await expect(form.getByRole('alert')).toBeEmpty()
  await form.getByRole('button', { name: 'Back to the poster' }).click()
  await expect.poll(shown).toBe(await stored())
})
