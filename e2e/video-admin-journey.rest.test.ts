// The admin pages for videos: files that are refused or need an answer, unsaved text, and the list with its filters and
// order.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { listAdminVideos, setVisibility, uploadVideo, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectFit, laptop, phone } from './fit.ts'
import { expect, openForAdmin, test, waitForApp } from './fixtures.ts'
import { ADMIN, asAdmin } from './people.ts'
import { startProduct, type Product } from './product.ts'

/** A two-second video, so that the server makes its streams at once. */
const videoFile = fileURLToPath(new URL('../server/test/fixtures/video.mp4', import.meta.url))
const TITLE = 'The Goat Who Counted'

let product: Product
let call: Caller
let videoId: string
test.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  ;({ call } = await asAdmin(product.url))
  const form = new FormData()
  form.set('title', TITLE)
  form.set('video', new Blob([await readFile(videoFile), new Uint8Array(0)], { type: 'video/mp4' }), 'goat.mp4')
  videoId = (await call(uploadVideo, { body: form })).video._id
})
test.afterAll(() => product.remove())

async function readVideos(): Promise<AdminVideo[]> {
  return (await call(listAdminVideos, { query: { limit: 100 } })).videos
}
const openList = async (page: Page, query = '') => {
  await page.goto(`/admin/content-management?tab=videos${query}`)
  await waitForApp(page)
}

test('text typed for a video is not lost by a link or by the browser’s Back button', async ({ browser }) => {
  const page = await openForAdmin(browser, product.url)
  await openList(page)
  await page.getByRole('link', { name: `Update ${TITLE}` }).click()
  const description = page.getByLabel('Description', { exact: true })
  await description.fill('A goat counts everything it sees.')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  for (const leave of [() => page.getByRole('link', { name: 'All videos' }).click(), () => page.goBack()]) {
    await leave()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(description).toHaveValue('A goat counts everything it sees.')
  }
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Video updated successfully!').first()).toBeVisible()
  await page.getByRole('link', { name: 'All videos' }).click()
  await expect(page.getByLabel('Search titles')).toBeVisible()
  await page.context().close()
})

test('a video is deleted without a question about the text typed for it', async ({ browser }) => {
  const form = new FormData()
  form.set('title', 'The Goat Who Left')
  form.set('video', new Blob([await readFile(videoFile)], { type: 'video/mp4' }), 'goat.mp4')
  const { _id } = (await call(uploadVideo, { body: form })).video
  const page = await openForAdmin(browser, product.url)
  await page.goto(`/admin/videos?video=${_id}`)
  await waitForApp(page)
  await page.getByLabel('Description', { exact: true }).fill('A goat leaves.')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByLabel('Search titles')).toBeVisible()
  await page.context().close()
})

test('an upload that waits for the list of videos ends with its page', async ({ browser }) => {
  const page = await openForAdmin(browser, product.url)
  let letListPass = () => {}
  const isListAwaited = new Promise<void>((resolve) => (letListPass = resolve))
  let lists = 0
  await page.route('**/admin/video-list?*', async (route) => {
    lists += 1
    await isListAwaited
    await route.continue()
  })
  await page.goto('/video-upload')
  await waitForApp(page)
  await expect.poll(() => lists).toBeGreaterThan(0)
  let uploads = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/uploads')) uploads += 1
  })
  const form = page.getByRole('form', { name: 'Upload Video' })
  await form.locator('input[type=file]').setInputFiles(videoFile)
  await form.getByLabel('Title').fill('The Goat Who Waited')
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(form.getByLabel('Title')).not.toBeEditable()
  // During an upload, another file cannot be chosen.
  await expect(form.getByText('Choose another file.')).toHaveCount(0)
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'b.mp4', mimeType: 'video/mp4', buffer: Buffer.from('b') })
  await expect(form.getByText('b.mp4')).toHaveCount(0)

  await page.getByRole('link', { name: /^System/ }).click()
  await page.getByRole('button', { name: 'Stop and leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
  letListPass()
  await page.getByRole('link', { name: 'Content Management', exact: true }).click()
  await expect(page.getByText(TITLE).first()).toBeVisible()
  expect(uploads).toBe(0)
  expect((await readVideos()).map(({ title }) => title)).not.toContain('The Goat Who Waited')
  await page.context().close()
})

test('a file that phones cannot play, an empty one and one that already exists are reported before they are sent', async ({
  browser,
}) => {
  const page = await openForAdmin(browser, product.url)
  // Delays the list of videos, with their titles and sizes, until the form has been submitted.
  let letListPass = () => {}
  const isListAwaited = new Promise<void>((resolve) => (letListPass = resolve))
  await page.route('**/admin/video-list?*', async (route) => {
    await isListAwaited
    await route.continue()
  })
  await page.goto('/video-upload')
  await waitForApp(page)
  let uploads = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/uploads')) uploads += 1
  })
  const form = page.getByRole('form', { name: 'Upload Video' })
  const choose = (name: string, buffer: Buffer) =>
    form.locator('input[type=file]').setInputFiles({ name, mimeType: 'video/x-msvideo', buffer })
  await choose('tale.avi', Buffer.from('RIFF'))
  await expect(form.getByText('This is an AVI file, which phones cannot play.')).toBeVisible()
  await choose('tale.mp4', Buffer.alloc(0))
  await expect(form.getByText('Please select a video file.')).toBeVisible()

  await form.locator('input[type=file]').setInputFiles(videoFile)
  await form.getByLabel('Title').fill(TITLE.toUpperCase())
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(form.getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0)
  letListPass()
  await expect(form.getByText('A video with this title already exists.')).toBeVisible()
  await form.getByLabel('Title').fill('The Goat Again')
  await form.getByLabel('Draft').check()
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload this file again?' })
  await expect(dialog.getByText('has a file of exactly this size.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(uploads).toBe(0)

  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.getByRole('button', { name: 'Upload anyway' }).click()
  await expect(page.getByText('Video uploaded successfully!').first()).toBeVisible()
  const again = (await readVideos()).find(({ title }) => title === 'The Goat Again')
  expect(again?.publication).toBe('draft')
  await page.context().close()
})

test('the list keeps its filters and its view in the address, even on the way back from a video', async ({
  browser,
}) => {
  await call(setVisibility, { params: { id: videoId }, body: { publish: 'draft', access: 'premium' } })
  const page = await openForAdmin(browser, product.url)
  await openList(page)
  await page.getByRole('button', { name: 'Table' }).click()
  await page.getByLabel('Access').selectOption('Premium')
  await page.getByLabel('State').selectOption('Draft')
  await page.getByLabel('Quiz', { exact: true }).selectOption('Without a quiz')
  const rows = page.getByRole('table', { name: 'Moral Videos' }).locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText(TITLE)
  for (const size of [laptop, phone]) {
    await page.setViewportSize(size)
    await expectFit(page)
    await expectAccessible(page)
  }
  await page.setViewportSize(laptop)
  await page.reload()
  await waitForApp(page)
  await expect(rows).toHaveCount(1)
  await page.getByRole('link', { name: TITLE, exact: true }).click()
  await page.getByRole('link', { name: 'All videos' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByLabel('State')).toHaveValue('draft')

  await page.getByLabel('State').selectOption('Failed')
  await expect(page.getByText('No video matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount((await readVideos()).length)
  await page.context().close()
})

test('a video is moved to a numbered place, and with the mouse', async ({ browser }) => {
  const page = await openForAdmin(browser, product.url)
  await openList(page, '&sort=students&view=table')
  const titles = async () => (await readVideos()).toSorted((a, b) => a.position - b.position).map(({ title }) => title)
  const before = await titles()
  const [first = '', second = ''] = before
  const place = page.getByLabel(`Place of ${first}, 1 to ${before.length}`)
  await place.fill('3')
  await place.press('Enter')
  const moved = [...before.slice(1, 3), first, ...before.slice(3)]
  await expect.poll(titles).toEqual(moved)
  await expect(place).toHaveValue('3')
  await expect(place).toBeFocused()

  const handle = (title: string) => page.getByRole('row').filter({ hasText: title }).locator('[data-drag]')
  await handle(first).dragTo(page.getByRole('row').filter({ hasText: second }), { targetPosition: { x: 300, y: 4 } })
  await expect.poll(titles).toEqual(before)

  await page.getByRole('button', { name: 'Cards' }).click()
  await page.getByRole('button', { name: `Move ${first} down` }).click()
  await expect.poll(titles).toEqual([second, first, ...before.slice(2)])
  for (const size of [laptop, phone]) {
    await page.setViewportSize(size)
    await expectFit(page)
  }
  await page.context().close()
})

test('selected videos are set premium, moved and deleted, and each of these is undone', async ({ browser }) => {
  const page = await openForAdmin(browser, product.url)
  await openList(page, '&view=table')
  const before = await readVideos()
  const accessOf = async () => (await readVideos()).map(({ access }) => access)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).first().check()
  const bar = page.getByRole('group', { name: 'Selected rows' })
  await expect(bar).toContainText(`${before.length} videos selected`)
  await bar.getByRole('button', { name: 'Set premium' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set premium' }).click()
  await expect.poll(accessOf).toEqual(before.map(() => 'premium'))
  await expectAccessible(page)
  for (const size of [phone, laptop]) {
    await page.setViewportSize(size)
    await expectFit(page)
  }
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(accessOf).toEqual(before.map(({ access }) => access))

  await page.getByRole('button', { name: 'Cards' }).click()
  const sorted = before.toSorted((a, b) => a.position - b.position).map(({ title }) => title)
  const [first = '', second = '', third = ''] = sorted
  for (const title of [second, third]) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await bar.getByRole('button', { name: 'Move' }).click()
  await page.getByRole('dialog').getByLabel('Place of the first one').fill('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  const titles = async () => (await readVideos()).toSorted((a, b) => a.position - b.position).map(({ title }) => title)
  await expect.poll(titles).toEqual([second, third, first, ...sorted.slice(3)])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(titles).toEqual(sorted)

  await page.getByRole('checkbox', { name: `Select ${second}` }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 1 video?' })
  await expect(dialog.getByText('You can undo this for a day.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(titles).toEqual([first, third, ...sorted.slice(3)])
  await expect(page.getByRole('heading', { name: second })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(titles).toEqual(sorted)
  await expect(page.getByRole('heading', { name: second })).toBeVisible()
  await page.context().close()
})
