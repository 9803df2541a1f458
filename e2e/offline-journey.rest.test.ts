// Videos on the phone: they belong to one student, even while the server is down, and an interrupted download continues later.
import { listAwards } from '@baobab/contract/awards/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { test } from './own-product.ts'
import { takeQuiz } from './certificate.ts'
import { makeStudent } from './people.ts'
import { queryDatabase } from './product.ts'
import { listCachedUrls, logIn, open, playToTheEnd, saveVideo, waitUntilReady } from './offline-videos.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'serial' })

async function logOut(page: Page): Promise<void> {
  await page.goto('/student/setting')
  await page.getByRole('button', { name: 'Log Out', exact: true }).last().click()
  await page.waitForURL('**/student/login')
}

test('Q-02 downloads are listed, belong to one student, contain nothing personal, and can be deleted', async ({
  context,
  productUrl,
}) => {
  const [amina, bola] = [await makeStudent(productUrl), await makeStudent(productUrl)]
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

  await page.goto('/student/videos')
  await page.getByRole('link', { name: 'Saved on this phone (1)' }).click()
  await expect(page.getByRole('link', { name: new RegExp(`${video.title}.*MB, saved`) })).toBeVisible()
  await expect(page.getByText(/^1 video, .*MB/)).toBeVisible()

  await page.goto('/student/setting')
  await expect(page.getByText(/^1 video, .*MB/)).toBeVisible()
  await logOut(page)
  await logIn(page, bola)
  await page.goto('/student/videos?show=saved')
  await expect(page.getByText('No videos are saved on this phone.')).toBeVisible()

  await logOut(page)
  await logIn(page, amina)
  await page.goto('/student/videos?show=saved')
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('No videos are saved on this phone.')).toBeVisible()
  expect((await listCachedUrls(page)).filter((url) => url.startsWith('/media/'))).toEqual([])
})

test('a downloaded video plays only for the student who downloaded it', async ({ context, productUrl, ownProduct }) => {
  const [amina, bola] = [await makeStudent(productUrl), await makeStudent(productUrl)]
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
  await page.goto('/video-list')
  expect(await opened()).toEqual([])
  expect((await page.goto(link))?.status()).toBe(403)

  await logIn(page, bola)
  await page.goto('/student/videos?show=saved')
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
  await page.goto('/student/videos?show=saved')
  await expect(page.getByRole('link', { name: new RegExp(video.title) })).toBeVisible()
  expect(await opened()).toEqual(files)
  await context.setOffline(true)
  await ownProduct.stop()
  await open(page, video._id)
  await playToTheEnd(page)
  await ownProduct.restart()
  await context.setOffline(false)
})

/** Simulates a network where the first 300,000 bytes of a video arrive and nothing after them. */
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

test('a download that was unfinished when the page closed resumes where it stopped', async ({
  context,
  productUrl,
}) => {
  const student = await makeStudent(productUrl)
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

test('a badge is earned by playing, even offline, and not by marking a video as watched or skipping to its end', async ({
  context,
  productUrl,
  ownProduct,
}) => {
  const student = await makeStudent(productUrl)
  const [video] = await student.call(listVideos, {})
  if (!video) throw new Error('The product has no starter videos.')
  // Makes the video seem short to the server, so that the test is short too.
  await queryDatabase(ownProduct, 'update videos set duration_seconds = 12 where id = $1', [video._id])
  await takeQuiz(student, video)
  const readLevel = async () =>
    (await student.call(listAwards, {})).badges.find(({ value }) => value === video.values[0])?.level
  const readSecondsToPlay = async () => (await student.call(listVideos, {}))[0]?.secondsToPlay

  const page = await context.newPage()
  await logIn(page, student)
  await saveVideo(page, video._id)
  await waitUntilReady(page)
  await page.getByRole('button', { name: /^Mark as Watched/ }).click()
  await expect(page.getByText('Play 10 more seconds, and this video counts for your badges.')).toBeVisible()
  await playToTheEnd(page)
  await expect.poll(readSecondsToPlay).toBeLessThan(10)
  expect(await readSecondsToPlay()).toBeGreaterThan(5)
  expect(await readLevel()).toBe(0)

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Watch again' }).click()
  const readPosition = () => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(readPosition, { timeout: 30_000 }).toBeGreaterThan(12)
  await page.locator('video').evaluate((element: HTMLVideoElement) => element.pause())
  expect(await readLevel()).toBe(0)
  await context.setOffline(false)
  // The page tries again every 15 seconds, because the server accepts no more than double speed.
  await expect.poll(readLevel, { timeout: 40_000 }).toBe(1)
  await page.goto('/student/badges')
  await expect(page.getByRole('listitem').filter({ hasText: 'Honesty' })).toContainText('Level 1')
})
