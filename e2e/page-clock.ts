// Controls a page's clock after a test has installed one.
import { expect, type Page, type Request } from '@playwright/test'

/**
 * Makes API replies carry the time of a page whose clock a test moves, because pages follow the server's time. Call it after
 * `page.clock.install()`.
 */
export async function followPageTime(page: Page): Promise<void> {
  const hasTime = (url: URL) => /^\/(api|student|healthz)\b/.test(url.pathname)
  await page.route(hasTime, async (route) => {
    // A stream has no end to wait for.
    const isStream = route.request().headers()['accept'] === 'text/event-stream'
    if (isStream || route.request().resourceType() !== 'fetch') return route.fallback()
    try {
      const response = await route.fetch()
      const now = await page.evaluate(() => new Date().toISOString())
      await route.fulfill({ response, headers: { ...response.headers(), 'x-server-time': now } })
    } catch {
      // The test has ended and closed its page.
    }
  })
}

/** Stops a page's clock at most a second ahead. Tries again if a busy page receives the call only after that second. */
export const stopTime = (page: Page): Promise<void> =>
  expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))).toPass()

/**
 * Returns a function that lets time pass for a page, but only while all its calls have replies: a call in flight would reach its time limit
 * of 15 seconds, however fast the server is.
 * @param calls a part of these calls' address
 */
export function passTimeBetweenCalls(page: Page, calls: string, ms: number): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => void (request.url().includes(calls) && open.add(request)))
  const end = (request: Request) => void open.delete(request)
  page.on('requestfinished', end).on('requestfailed', end)
  return async () => {
    await expect.poll(() => open.size).toBe(0)
    await page.clock.runFor(ms)
  }
}
