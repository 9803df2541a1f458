// Measures the time from Play to the first frame in a real browser on a slow network, and all bytes that the page receives until then.
import { chromium, type CDPSession, type Page } from '@playwright/test'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { browserArguments, findBrowser } from '../e2e/browser.ts'
import { makeStudent } from '../e2e/people.ts'

/** A slow network: 400 kbit/s, with a delay of 300 ms for each reply. */
const SLOW_NETWORK = { offline: false, latency: 300, downloadThroughput: 50_000, uploadThroughput: 25_000 }

export type Start = { bytes: number; script: number; ms: number }

/** Counts the bytes received from now on: all of them, and those of scripts. */
async function count(session: CDPSession): Promise<{ bytes: number; script: number }> {
  const counted = { bytes: 0, script: 0 }
  const scripts = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.add(requestId)
    counted.bytes += response.encodedDataLength
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    counted.bytes += encodedDataLength
    if (scripts.has(requestId)) counted.script += encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK)
  return counted
}

/** Resolves when the first frame of the video is shown. */
const waitForFirstFrame = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const video = document.querySelector('video')
        if (!video) throw new Error('The page has no video.')
        video.requestVideoFrameCallback(() => resolve())
      }),
  )

/** Opens a video's page as a student, waits until it has loaded, and presses Play. */
export async function firstFrame(baseUrl: string, video: Video): Promise<Start> {
  const { token, username, email, studentId } = await makeStudent(baseUrl)
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  try {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    const keys = { authToken: token, username, email, studentId, ageCategory: '11-20' }
    await page.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value)
    }, keys)
    await page.goto(`${baseUrl}/student/videos?video=${video._id}`)
    await page.waitForLoadState('load')
    await page.waitForFunction(
      () => document.querySelector('video') && !document.querySelector('[aria-busy="true"], .sk'),
    )
    const counted = await count(await context.newCDPSession(page))
    const shown = waitForFirstFrame(page)
    const began = performance.now()
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click()
    await shown
    return { ...counted, ms: performance.now() - began }
  } finally {
    await browser.close()
  }
}
