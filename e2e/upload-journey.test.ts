// An admin's upload on a poor line: the connection is cut twice and the server killed once, and one good video comes of it.
import { registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { createClient } from '@baobab/contract/client.ts'
import { listAdminVideos, UPLOADS_PATH, type AdminVideo } from '@baobab/contract/videos-admin.ts'
import { expect, test, type Page } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openConsole } from './fixtures.ts'
import { ADMIN, asAdmin } from './people.ts'
import { startProduct, type Product } from './product.ts'

const film = fileURLToPath(new URL('../content/videos/two-buckets-one-well.mp4', import.meta.url))
const PADDING = 40_000_000
const LINE = { latency: 10, downloadThroughput: -1, uploadThroughput: 5_000_000 }

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
})
test.afterAll(() => product.remove())

/** A good film made long by an empty box at its end, so that there is a middle to be cut in. */
function longFilm(path: string): number {
  const box = Buffer.alloc(PADDING)
  box.writeUInt32BE(PADDING, 0)
  box.write('free', 4, 'latin1')
  const bytes = Buffer.concat([readFileSync(film), box])
  writeFileSync(path, bytes)
  return bytes.length
}

/** Where each part of the upload began, and how many uploads were begun. */
function watchUploads(page: Page) {
  const seen = { begun: 0, offsets: [] as number[] }
  page.on('request', (request) => {
    if (!request.url().includes(UPLOADS_PATH)) return
    if (request.method() === 'POST') seen.begun += 1
    if (request.method() === 'PATCH') seen.offsets.push(Number(request.headers()['upload-offset']))
  })
  return seen
}

/** A slow line, that the answered function cuts and mends. */
async function slowLine(page: Page): Promise<(offline: boolean) => Promise<void>> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const cut = async (offline: boolean) => {
    await network.send('Network.emulateNetworkConditions', { ...LINE, offline })
  }
  await cut(false)
  return cut
}

async function choose(page: Page, path: string, title: string): Promise<void> {
  await page.goto(`${product.url}/video-upload`)
  const form = page.getByRole('form', { name: 'Upload Video' })
  await form.locator('input[type=file]').setInputFiles(path)
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
}

async function hasReached(page: Page, percent: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: /^Upload of/ })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(percent)
}

const waits = (page: Page) => expect(page.getByText(/^Waiting for the network, /)).toBeVisible()

async function videosCalled(title: string): Promise<AdminVideo[]> {
  const { call } = await asAdmin(product.url)
  const { videos } = await call(listAdminVideos, { query: { search: title } })
  return videos
}

test('cut twice, and the server killed once: one good video, sent once', async ({ browser }) => {
  test.setTimeout(180_000)
  const page = await openConsole(browser, product.url)
  const path = test.info().outputPath('the-long-way-home.mp4')
  const bytes = longFilm(path)
  const seen = watchUploads(page)
  const cut = await slowLine(page)
  await choose(page, path, 'The Long Way Home')
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeVisible()

  await hasReached(page, 10)
  await cut(true)
  await waits(page)
  await cut(false)

  await hasReached(page, 35)
  await page.route(`**${UPLOADS_PATH}/**`, (route) => route.abort('connectionreset'))
  await waits(page)
  await page.unroute(`**${UPLOADS_PATH}/**`)

  await hasReached(page, 65)
  await product.stop('SIGKILL')
  await waits(page)
  await product.restart()

  await expect(page.getByText('Video uploaded successfully!').first()).toBeVisible({ timeout: 60_000 })
  expect(seen.begun).toBe(1)
  expect(seen.offsets.filter((offset) => offset === 0)).toHaveLength(1)
  await expect
    .poll(async () => (await videosCalled('The Long Way Home')).map(({ state }) => state), { timeout: 90_000 })
    .toEqual(['ready'])
  const [video] = await videosCalled('The Long Way Home')
  expect(video?.sizeBytes).toBe(bytes)
  expect(await page.evaluate(() => localStorage.getItem('unfinishedUploads'))).toBe('[]')
  await page.context().close()
})

test('a closed tab: the same file chosen again goes on where it was, with what was typed', async ({ browser }) => {
  const page = await openConsole(browser, product.url)
  const path = test.info().outputPath('the-second-half.mp4')
  longFilm(path)
  await slowLine(page)
  await choose(page, path, 'The Second Half')
  await hasReached(page, 30)
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
  expect(seen.begun).toBe(0)
  expect(Math.min(...seen.offsets)).toBeGreaterThan(1_000_000)
  expect(await videosCalled('The Second Half')).toHaveLength(1)
  await context.close()
})
