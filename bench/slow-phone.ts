// A slow phone in a real browser, simulated through the browser's protocol, and what visiting a page costs on it.
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import {
  followRequests,
  isPlayer,
  waitUntilComplete,
  type PageRequest,
  type PageRequests,
} from '../e2e/page-requests.ts'

/** 1.6 Mbit/s down, 750 kbit/s up, and 150 ms until a reply begins. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const PROCESSOR_SLOWDOWN = 4

type Phone = {
  /** What each tab's session storage contains, such as a login. */
  keys: Readonly<Record<string, string>>
  /** Whether pages may install the service worker. */
  serviceWorkers: 'allow' | 'block'
}

/** Opens a browser profile that looks like a small phone, with an empty cache. */
export async function openPhone(browser: Browser, { keys, serviceWorkers }: Phone): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers,
  })
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value)
  }, keys)
  return context
}

export type OpenedPage = { page: Page; requests: PageRequests }

/** Opens a page in a new tab, and waits until it is complete. */
export async function openPage(
  context: BrowserContext,
  url: string,
  { isSlow }: { isSlow: boolean },
): Promise<OpenedPage> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const requests = await followRequests(session)
  if (isSlow) {
    await session.send('Network.emulateNetworkConditions', SLOW_NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN })
  }
  await page.goto(url)
  await waitUntilComplete(page, requests)
  return { page, requests }
}

export type Weight = { scriptBytes: number; requests: number; bytes: number }

/** Sums up requests. Scripts are counted by their bodies, without the player. */
export function weigh(requests: readonly PageRequest[]): Weight {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const scripts = requests.filter((request) => request.isScript && !isPlayer(request))
  return {
    scriptBytes: sum(scripts.map(({ body }) => body)),
    requests: requests.length,
    bytes: sum(requests.map(({ bytes }) => bytes)),
  }
}

export type Paint = {
  /** Milliseconds until the largest content was painted. */
  largestMs: number
  /** How far content moved after it was painted, as computed by the browser; 0 is best. */
  shift: number
}

/** Reads when a complete page was painted. The browser has kept its entries since the page began. */
export const readPaint = (page: Page): Promise<Paint> =>
  page.evaluate(() => {
    const read = (type: string) => {
      const observer = new PerformanceObserver(() => undefined)
      observer.observe({ type, buffered: true })
      const entries = observer.takeRecords()
      observer.disconnect()
      return entries
    }
    const largest = read('largest-contentful-paint').at(-1)
    if (!largest) throw new Error('The browser has recorded no paint.')
    const shifts = read('layout-shift') as (PerformanceEntry & { value: number })[]
    return { largestMs: largest.startTime, shift: shifts.reduce((sum, { value }) => sum + value, 0) }
  })

/** Follows the requests of a profile's service worker, which a page's own session does not see, and slows them down like the page's. */
export async function followWorker(browser: Browser, context: BrowserContext): Promise<PageRequests> {
  const [worker] = context.serviceWorkers()
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets', {
    filter: [{ type: 'service_worker', exclude: false }],
  })
  const target = targetInfos.find(({ url }) => url === worker?.url())
  if (!target) throw new Error('No service worker is installed.')
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: target.targetId, flatten: false })
  const workerSession = toWorkerSession(session, sessionId)
  const requests = await followRequests(workerSession)
  await workerSession.send('Network.emulateNetworkConditions', SLOW_NETWORK)
  return requests
}

type Message = { id?: number; method?: string; params?: unknown; error?: { message: string } }

/** The part of a session that `followRequests` uses. */
type WorkerSession = Pick<CDPSession, 'on' | 'send'>

/** Returns a session whose messages go through the browser's session. */
function toWorkerSession(browserSession: CDPSession, sessionId: string): WorkerSession {
  const listeners = new Map<string, (params: unknown) => void>()
  const replies = new Map<number, (message: Message) => void>()
  browserSession.on('Target.receivedMessageFromTarget', ({ sessionId: from, message: text }) => {
    if (from !== sessionId) return
    const message = JSON.parse(text) as Message
    if (message.id !== undefined) replies.get(message.id)?.(message)
    else listeners.get(message.method ?? '')?.(message.params)
  })
  const send = async (method: string, params: unknown = {}) => {
    const id = replies.size + 1
    const reply = new Promise<Message>((resolve) => replies.set(id, resolve))
    await browserSession.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    })
    const { error } = await reply
    if (error) throw new Error(`${method}: ${error.message}`)
  }
  const on = (event: string, listener: (params: unknown) => void) => listeners.set(event, listener)
  // The types of all protocol messages cannot be written at once.
  return { on, send } as unknown as WorkerSession
}
