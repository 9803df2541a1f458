// Videos without a network: downloaded, played from a cold start while the server is down, marked as watched, and the
// mark sent later.
import { listVideos } from '@baobab/contract/videos.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { makeStudent, type Student } from './people.ts'
import { startProduct, type Product } from './product.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'serial' })

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.remove())

/** Logs a student in with 'Remember me', so that the login outlives the tab. */
async function logIn(page: Page, { email, password }: Student): Promise<void> {
  await page.goto(`${product.url}/student/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/student/dashboard')
}

async function logOut(page: Page): Promise<void> {
  await page.goto(`${product.url}/student/setting`)
  await page.getByRole('button', { name: 'Log Out', exact: true }).last().click()
  await page.waitForURL('**/student/login')
}

const open = (page: Page, id: string) => page.goto(`${product.url}/student/videos?video=${id}`)

async function saveVideo(page: Page, id: string): Promise<void> {
  await open(page, id)
  await page.getByRole('button', { name: /^Save for offline/ }).click()
  await expect(page.getByRole('button', { name: /^Delete from this phone/ })).toBeVisible()
}

/** Lists every URL in the browser's caches. */
function listCachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const urls = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(url.replace(location.origin, ''))
    return urls
  })
}

/** Waits until the service worker controls the page and has cached the player. */
async function waitUntilReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(async () => (await listCachedUrls(page)).some((url) => url.includes('hls-engine'))).toBe(true)
}

async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  await product.stop()
}

async function goOnline(context: BrowserContext): Promise<void> {
  await product.restart()
  await context.setOffline(false)
}

/** Plays the video, seeks to its last seconds and waits for its end. */
async function playToTheEnd(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  const player = page.locator('video')
  const read = <K extends 'currentTime' | 'ended' | 'duration'>(key: K) =>
    player.evaluate((video: HTMLVideoElement, name) => video[name], key)
  await expect.poll(() => read('currentTime')).toBeGreaterThan(1)
  await player.evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 2
  })
  await expect.poll(() => read('ended')).toBe(true)
  expect(await read('currentTime')).toBeGreaterThan((await read('duration')) - 0.5)
}

test('a downloaded video plays to its last second from a cold start without a network, and the mark is sent later, once', async ({
  context,
}) => {
  const student = await makeStudent(product.url)
  const [video, other] = await student.call(listVideos, {})
  if (!video || !other) throw new Error('The product has too few starter videos.')
  const first = await context.newPage()
  await logIn(first, student)
  await saveVideo(first, video._id)
  await waitUntilReady(first)
  await first.close()
  await goOffline(context)

  const cold = await context.newPage()
  await cold.goto(`${product.url}/student/videos`)
  await expect(cold.getByRole('heading', { level: 1, name: 'Saved on this phone' })).toBeVisible()
  await expect(cold.getByText(/^You are offline/)).toBeVisible()
  await cold.getByRole('link', { name: new RegExp(video.title) }).click()
  await expect(cold.getByRole('heading', { level: 1, name: video.title })).toBeVisible()
  await playToTheEnd(cold)
  await expect(cold.getByText('Saved on this phone. It will be sent when you are online.')).toBeVisible()
  await expect(cold.getByText('Watched', { exact: true })).toBeVisible()
  await open(cold, other._id)
  await expect(cold.getByText('This video is not saved on this phone.')).toBeVisible()
  await open(cold, video._id)
  await expect(cold.getByText('Watched', { exact: true })).toBeVisible()
  await cold.close()

  await goOnline(context)
  const back = await context.newPage()
  const marks: string[] = []
  back.on('request', (request) => {
    if (request.url().endsWith('/watch')) marks.push(request.method())
  })
  await back.goto(`${product.url}/student/dashboard`)
  const isMarked = async () => (await student.call(listVideos, {})).find(({ _id }) => _id === video._id)?.isWatched
  await expect.poll(isMarked).toBe(true)
  // A reload before the reply would send the mark again. That is allowed, but the count below would fail.
  const isPending = () => back.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('watchNews_')))
  await expect.poll(isPending).toBe(false)
  await back.reload()
  await expect(back.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(back.locator('[aria-busy="true"], .sk')).toHaveCount(0)
  expect(marks).toEqual(['PUT'])
})

test('Q-02 downloads are listed, belong to one student, contain nothing personal, and can be deleted', async ({
  context,
}) => {
  const [amina, bola] = [await makeStudent(product.url), await makeStudent(product.url)]
  const [video] = await amina.call(listVideos, {})
  if (!video) throw new Error('The product has no starter videos.')
  const page = await context.newPage()
  await logIn(page, amina)
  await saveVideo(page, video._id)
  await waitUntilReady(page)
  const urls = await listCachedUrls(page)
  // The Data saver rendition, as a stream.
  expect(urls).toContainEqual(expect.stringMatching(/^\/media\/kept\/streams\/.+\/240p\.m3u8$/))
  expect(urls.filter((url) => /^\/(api|admin|student(?!\/videos\?shell))/.test(url))).toEqual([])
  expect(urls.filter((url) => url.startsWith('/media/') && !url.startsWith('/media/kept/'))).toEqual([])

  await page.goto(`${product.url}/student/videos`)
  await page.getByRole('link', { name: 'Saved on this phone (1)' }).click()
  await expect(page.getByRole('link', { name: new RegExp(`${video.title}.*MB, saved`) })).toBeVisible()
  await expect(page.getByText(/^1 video, .*MB/)).toBeVisible()

  await page.goto(`${product.url}/student/setting`)
  await expect(page.getByText(/^1 video, .*MB/)).toBeVisible()
  await logOut(page)
  await logIn(page, bola)
  await page.goto(`${product.url}/student/videos?show=saved`)
  await expect(page.getByText('No videos are saved on this phone.')).toBeVisible()

  await logOut(page)
  await logIn(page, amina)
  await page.goto(`${product.url}/student/videos?show=saved`)
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('No videos are saved on this phone.')).toBeVisible()
  expect((await listCachedUrls(page)).filter((url) => url.startsWith('/media/'))).toEqual([])
})

test('a downloaded video plays for nobody but the student who downloaded it', async ({ context }) => {
  const [amina, bola] = [await makeStudent(product.url), await makeStudent(product.url)]
  const [video] = await amina.call(listVideos, {})
  if (!video) throw new Error('The product has no starter videos.')
  const page = await context.newPage()
  await logIn(page, amina)
  await saveVideo(page, video._id)
  await waitUntilReady(page)
  const files = (await listCachedUrls(page)).filter((url) => url.startsWith('/media/') && !url.includes('?part='))
  expect(files.length).toBeGreaterThan(2)
  const link = files.find((url) => url.endsWith('.mp4')) ?? ''
  const fetchAll = () =>
    page.evaluate(
      async (urls) => Promise.all(urls.map(async (url) => [url, (await fetch(url)).ok] as const)),
      [...files, link.replace('/kept/', '/another-token/')],
    )
  const opened = async () => (await fetchAll()).flatMap(([url, isOpen]) => (isOpen ? [url] : []))
  expect(await opened()).toEqual(files)

  await logOut(page)
  expect(await opened()).toEqual([])
  await page.goto(`${product.url}/video-list`)
  expect(await opened()).toEqual([])
  expect((await page.goto(product.url + link))?.status()).toBe(403)

  await logIn(page, bola)
  await page.goto(`${product.url}/student/videos?show=saved`)
  await expect(page.getByText('No videos are saved on this phone.')).toBeVisible()
  expect(await opened()).toEqual([])
  const canPlay = await page.evaluate(
    async (src) =>
      new Promise((resolve) => {
        const element = Object.assign(document.createElement('video'), { src, muted: true })
        element.addEventListener('error', () => resolve(false))
        element.addEventListener('loadeddata', () => resolve(true))
        void element.play().catch(() => undefined)
      }),
    link,
  )
  expect(canPlay).toBe(false)

  await logOut(page)
  await logIn(page, amina)
  await page.goto(`${product.url}/student/videos?show=saved`)
  await expect(page.getByRole('link', { name: new RegExp(video.title) })).toBeVisible()
  expect(await opened()).toEqual(files)
  await goOffline(context)
  await open(page, video._id)
  await playToTheEnd(page)
  await goOnline(context)
})

/** Simulates a network on which the first 300,000 bytes of a video arrive and nothing after them. */
function stallVideos(): void {
  const originalFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const reply = await originalFetch(input, init)
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

test('a download that was unfinished when the page closed resumes where it stopped', async ({ context }) => {
  const student = await makeStudent(product.url)
  const videos = await student.call(listVideos, {})
  const video = videos.toSorted((one, two) => two.sizeBytes - one.sizeBytes).find(({ isLocked }) => !isLocked)
  if (!video) throw new Error('The product has no starter videos.')
  const page = await context.newPage()
  await page.addInitScript(stallVideos)
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
  await again.getByRole('button', { name: `Resume saving: ${video.title}` }).click()
  await expect(again.getByRole('button', { name: /^Delete from this phone/ })).toBeVisible()
  // One request for the missing bytes; nothing was downloaded twice.
  expect(replies).toEqual([206])
})
