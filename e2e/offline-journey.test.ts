// Films without a network: kept on the phone, played from a cold start with the server gone, marked as watched, told later.
import { videosText } from '@baobab/contract/videos-text.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { makeStudent, type Student } from './people.ts'
import { startProduct, type Product } from './product.ts'

test.describe.configure({ mode: 'serial' })

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.remove())

/** Logs a student in so that the phone remembers it. */
async function logIn(page: Page, { email, password }: Student): Promise<void> {
  await page.goto(`${product.url}/student/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/dashboard')
}

const open = (page: Page, id: string) => page.goto(`${product.url}/student/videos?video=${id}`)

async function saveFilm(page: Page, id: string): Promise<void> {
  await open(page, id)
  await page.getByRole('button', { name: /^Save for offline/ }).click()
  await expect(page.getByRole('button', { name: /^Delete from this phone/ })).toBeVisible()
}

/** Every address that the browser keeps an answer for. */
function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const urls = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(url.replace(location.origin, ''))
    return urls
  })
}

/** The service worker serves the page and has what plays a film. */
async function untilReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(async () => (await keptAddresses(page)).some((url) => url.includes('hls-engine'))).toBe(true)
}

async function loseNetwork(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  await product.stop()
}

async function findNetwork(context: BrowserContext): Promise<void> {
  await product.restart()
  await context.setOffline(false)
}

/** Plays a film, jumps to its last seconds and sees it end. */
async function playToTheEnd(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  const film = page.locator('video')
  const read = <K extends 'currentTime' | 'ended' | 'duration'>(key: K) =>
    film.evaluate((video: HTMLVideoElement, name) => video[name], key)
  await expect.poll(() => read('currentTime')).toBeGreaterThan(1)
  await film.evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 2
  })
  await expect.poll(() => read('ended')).toBe(true)
  expect(await read('currentTime')).toBeGreaterThan((await read('duration')) - 0.5)
}

test('a kept film plays to its last second from a cold start without a network, and the mark is sent later, once', async ({
  context,
}) => {
  const student = await makeStudent(product.url)
  const [video, other] = await student.call(listVideos, {})
  if (!video || !other) throw new Error('The product has too few starter films.')
  const first = await context.newPage()
  await logIn(first, student)
  await saveFilm(first, video._id)
  await untilReady(first)
  await first.close()
  await loseNetwork(context)

  const cold = await context.newPage()
  await cold.goto(`${product.url}/student/videos`)
  await expect(cold.getByRole('heading', { level: 1, name: 'Saved on this phone' })).toBeVisible()
  await expect(cold.getByText(/^You are offline/)).toBeVisible()
  await cold.getByRole('link', { name: new RegExp(video.title) }).click()
  await expect(cold.getByRole('heading', { level: 1, name: video.title })).toBeVisible()
  await playToTheEnd(cold)
  await cold.getByRole('button', { name: `Mark as Watched: ${video.title}` }).click()
  await expect(cold.getByText(videosText.watchKept)).toBeVisible()
  await expect(cold.getByText('Watched', { exact: true })).toBeVisible()
  await open(cold, other._id)
  await expect(cold.getByText('This video is not saved on this phone.')).toBeVisible()
  await open(cold, video._id)
  await expect(cold.getByText('Watched', { exact: true })).toBeVisible()
  await cold.close()

  await findNetwork(context)
  const back = await context.newPage()
  const marks: string[] = []
  back.on('request', (request) => {
    if (request.url().endsWith('/watch')) marks.push(request.method())
  })
  await back.goto(`${product.url}/student/dashboard`)
  const isKnown = async () => (await student.call(listVideos, {})).find(({ _id }) => _id === video._id)?.isWatched
  await expect.poll(isKnown).toBe(true)
  // A reload before the reply is in would send the mark again, which changes nothing there.
  const isWaiting = () => back.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('watchNews_')))
  await expect.poll(isWaiting).toBe(false)
  await back.reload()
  await expect(back.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(back.locator('[aria-busy="true"], .sk')).toHaveCount(0)
  expect(marks).toEqual(['PUT'])
})

test('saved films are listed with their size, belong to one student, hold nothing personal, and can be deleted', async ({
  context,
}) => {
  const [amina, bola] = [await makeStudent(product.url), await makeStudent(product.url)]
  const [video] = await amina.call(listVideos, {})
  if (!video) throw new Error('The product has no starter films.')
  const page = await context.newPage()
  await logIn(page, amina)
  await saveFilm(page, video._id)
  await untilReady(page)
  const addresses = await keptAddresses(page)
  // In Data saver, by its stream.
  expect(addresses).toContainEqual(expect.stringMatching(/^\/media\/kept\/streams\/.+\/240p\.m3u8$/))
  expect(addresses.filter((url) => /^\/(api|admin|student(?!\/videos\?shell))/.test(url))).toEqual([])
  expect(addresses.filter((url) => url.startsWith('/media/') && !url.startsWith('/media/kept/'))).toEqual([])

  await page.goto(`${product.url}/student/videos`)
  await page.getByRole('link', { name: 'Saved on this phone (1)' }).click()
  await expect(page.getByRole('link', { name: new RegExp(`${video.title}.*MB, saved`) })).toBeVisible()
  await expect(page.getByText(/^1 video, .*MB/)).toBeVisible()

  await page.goto(`${product.url}/student/setting`)
  await expect(page.getByText(/^1 video, .*MB/)).toBeVisible()
  await page.getByRole('button', { name: 'Log Out', exact: true }).last().click()
  await page.waitForURL('**/student/login')
  await logIn(page, bola)
  await page.goto(`${product.url}/student/videos?show=saved`)
  await expect(page.getByText('No videos are saved on this phone.')).toBeVisible()

  await logIn(page, amina)
  await page.goto(`${product.url}/student/videos?show=saved`)
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('No videos are saved on this phone.')).toBeVisible()
  expect((await keptAddresses(page)).filter((url) => url.startsWith('/media/'))).toEqual([])
})

/** A line on which the first 300,000 bytes of a film arrive and then no more. */
function stallFilms(): void {
  const bare = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const reply = await bare(input, init)
    if (!reply.body || typeof input !== 'string' || !input.endsWith('.mp4')) return reply
    const reader = reply.body.getReader()
    let left = 300_000
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value } = await reader.read()
        if (value) controller.enqueue(value.subarray(0, left))
        left -= value?.length ?? 0
        if (left > 0) return
        await new Promise((_never, reject) => init?.signal?.addEventListener('abort', reject))
      },
    })
    return new Response(body, { headers: reply.headers })
  }
}

test('a film that was being saved when the page closed goes on where it stopped', async ({ context }) => {
  const student = await makeStudent(product.url)
  const videos = await student.call(listVideos, {})
  const video = videos.toSorted((one, two) => two.sizeBytes - one.sizeBytes).find(({ isLocked }) => !isLocked)
  if (!video) throw new Error('The product has no starter films.')
  const page = await context.newPage()
  await page.addInitScript(stallFilms)
  await logIn(page, student)
  await open(page, video._id)
  await page.getByRole('button', { name: /^Save for offline/ }).click()
  await expect(page.getByText(/^0\.3 MB of/)).toBeVisible()
  await page.getByRole('button', { name: `Pause saving: ${video.title}` }).click()
  await expect(page.getByText('Paused')).toBeVisible()
  await page.close()

  const again = await context.newPage()
  await open(again, video._id)
  await expect(again.getByText('Paused')).toBeVisible()
  const replies: number[] = []
  again.on('response', (response) => {
    if (response.url().endsWith('.mp4')) replies.push(response.status())
  })
  await again.getByRole('button', { name: `Go on saving: ${video.title}` }).click()
  await expect(again.getByRole('button', { name: /^Delete from this phone/ })).toBeVisible()
  // What was missing, in one part; nothing of what had arrived.
  expect(replies).toEqual([206])
})
