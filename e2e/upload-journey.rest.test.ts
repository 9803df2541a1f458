// An admin's upload on a poor network: the connection breaks twice and the server is killed once, but one intact video is stored.
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import { listAdminVideos, UPLOADS_PATH, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { expect, test, type Page } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openForAdmin } from './fixtures.ts'
import { ADMIN, asAdmin } from './people.ts'
import { startProduct, type Product } from './product.ts'

/** A two-second video, so that the server makes its streams at once. */
const shortVideo = fileURLToPath(new URL('../server/test/fixtures/video.mp4', import.meta.url))
/** The sizes of the added boxes. They differ, because the page asks about a file of the same size. */
const PADDING = { long: 40_000_000, again: 40_000_100 }
/** The browser accepts a part of 8 MiB at once, and lets four seconds pass before the next one. */
const SLOW_NETWORK = { latency: 10, downloadThroughput: -1, uploadThroughput: 2_000_000 }
const FAST_NETWORK = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

let product: Product
let call: Caller
test.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  ;({ call } = await asAdmin(product.url))
})
test.afterAll(() => product.remove())

/** Writes a playable video with an empty box added at its end, so that its upload can be interrupted. Returns its size. */
function writeLongVideo(path: string, padding = PADDING.long): number {
  const box = Buffer.alloc(padding)
  box.writeUInt32BE(padding, 0)
  box.write('free', 4, 'latin1')
  const bytes = Buffer.concat([readFileSync(shortVideo), box])
  writeFileSync(path, bytes)
  return bytes.length
}

/** Records how many uploads were created, and the offset of each request. */
function watchUploads(page: Page) {
  const seen = { created: 0, offsets: [] as number[] }
  page.on('request', (request) => {
    if (!request.url().includes(UPLOADS_PATH)) return
    if (request.method() === 'POST') seen.created += 1
    if (request.method() === 'PATCH') seen.offsets.push(Number(request.headers()['upload-offset']))
  })
  return seen
}

/** Makes the network slow. Returns functions that disconnect it, reconnect it and make it fast. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const set = async (offline: boolean, speed = SLOW_NETWORK) => {
    await session.send('Network.emulateNetworkConditions', { ...speed, offline })
  }
  await set(false)
  return { disconnect: () => set(true), reconnect: () => set(false), speedUp: () => set(false, FAST_NETWORK) }
}

async function choose(page: Page, path: string, title: string): Promise<void> {
  await page.goto(`${product.url}/video-upload`)
  const form = page.getByRole('form', { name: 'Upload Video' })
  await form.locator('input[type=file]').setInputFiles(path)
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
}

async function waitForProgress(page: Page, percent: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: /^Upload of/ })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(percent)
}

const expectWaiting = (page: Page) => expect(page.getByText(/^Waiting for a connection, /)).toBeVisible()

async function findVideos(title: string): Promise<AdminVideo[]> {
  const { videos } = await call(listAdminVideos, { query: { search: title } })
  return videos
}

test('an upload survives two broken connections and a killed server without sending anything twice', async ({
  browser,
}) => {
  // ffmpeg runs at a low priority, which leaves it little time on a busy machine.
  test.setTimeout(600_000)
  const page = await openForAdmin(browser, product.url)
  const path = test.info().outputPath('the-long-way-home.mp4')
  const bytes = writeLongVideo(path)
  const seen = watchUploads(page)
  const network = await slowDown(page)
  await choose(page, path, 'The Long Way Home')
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeVisible()

  await waitForProgress(page, 10)
  await network.disconnect()
  await expectWaiting(page)
  await network.reconnect()

  await waitForProgress(page, 35)
  await page.route(`**${UPLOADS_PATH}/**`, (route) => route.abort('connectionreset'))
  await expectWaiting(page)
  await page.unroute(`**${UPLOADS_PATH}/**`)

  await waitForProgress(page, 65)
  await product.stop('SIGKILL')
  await expectWaiting(page)
  await network.speedUp()
  await product.restart()

  // While the server is down, the page tries again after growing pauses.
  await expect(page.getByText('Video uploaded successfully!').first()).toBeVisible({ timeout: 400_000 })
  expect(seen.created).toBe(1)
  expect(seen.offsets.filter((offset) => offset === 0)).toHaveLength(1)
  await expect
    .poll(async () => (await findVideos('The Long Way Home')).map(({ state }) => state), { timeout: 400_000 })
    .toEqual(['ready'])
  const [video] = await findVideos('The Long Way Home')
  expect(video?.sizeBytes).toBe(bytes)
  expect(await page.evaluate(() => localStorage.getItem('unfinishedUploads'))).toBe('[]')
  await page.context().close()
})

test('after the tab was closed, choosing the same file again resumes the upload and restores what was typed', async ({
  browser,
}) => {
  const page = await openForAdmin(browser, product.url)
  const path = test.info().outputPath('the-second-half.mp4')
  writeLongVideo(path, PADDING.again)
  await slowDown(page)
  await choose(page, path, 'The Second Half')
  await waitForProgress(page, 30)
  const [keys, context] = [await page.evaluate(() => Object.entries(sessionStorage)), page.context()]
  await page.close()

  const again = await context.newPage()
  await again.addInitScript((login) => {
    for (const [key, value] of login) sessionStorage.setItem(key, String(value))
  }, keys)
  const seen = watchUploads(again)
  await again.goto(`${product.url}/video-upload`)
  await expect(again.getByRole('heading', { name: 'Unfinished uploads' })).toBeVisible()
  await expect(again.getByRole('button', { name: 'Choose the file again to continue' })).toBeVisible()
  await again.getByLabel('Choose the-second-half.mp4 again').setInputFiles(path)
  await expect(again.getByLabel('Title', { exact: true })).toHaveValue('The Second Half')
  await again.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(again.getByText('Video uploaded successfully!').first()).toBeVisible()
  expect(seen.created).toBe(0)
  expect(Math.min(...seen.offsets)).toBeGreaterThan(1_000_000)
  expect(await findVideos('The Second Half')).toHaveLength(1)
  await context.close()
})
