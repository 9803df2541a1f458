// Follows the requests of a page through the browser's protocol, and waits until the page is complete.
import type { CDPSession, Page } from '@playwright/test'

export type PageRequest = {
  url: string
  isScript: boolean
  /** Whether script of the page has sent it. Streams of events are not among them. */
  isFetch: boolean
  /** How its reply was compressed; undefined if it was not, or if the page had it already. */
  encoding?: string
  /** Bytes of the body as it was sent, compressed. 0 if it came from a cache or from the service worker. */
  body: number
  /** Bytes of the body and of the headers. */
  bytes: number
}

export type PageRequests = {
  all: readonly PageRequest[]
  /** Milliseconds since a request began or ended; 0 while one is under way. */
  idleMs(): number
}

/** How long no request may begin or end before a page counts as complete. */
const IDLE_MS = 1_000
const PATIENCE_MS = 120_000

/** The scripts of the player, which count apart. */
export const isPlayer = ({ url }: Pick<PageRequest, 'url'>) => /\/assets\/(player|hls-engine)-[\w-]{8}\.js$/.test(url)

/** Follows the requests of a page from now on. Streams of events, which never end, do not count as under way. */
export async function followRequests(session: Pick<CDPSession, 'on' | 'send'>): Promise<PageRequests> {
  const all: PageRequest[] = []
  const underWay = new Map<string, PageRequest>()
  let changedAt = performance.now()
  const end = (requestId: string) => {
    underWay.delete(requestId)
    changedAt = performance.now()
  }
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, type, redirectResponse }) => {
    if (!/^https?:/.test(url)) return
    changedAt = performance.now()
    // The browser does not tell how a request ended if the page that sent it was left.
    if (type === 'Document' && !redirectResponse) underWay.clear()
    const redirected = underWay.get(requestId)
    if (redirected) redirected.bytes = redirectResponse?.encodedDataLength ?? 0
    const isScript = type === 'Script' || new URL(url).pathname.endsWith('.js')
    const request = { url, isScript, isFetch: type === 'Fetch', body: 0, bytes: 0 }
    all.push(request)
    underWay.set(requestId, request)
  })
  session.on('Network.responseReceived', ({ requestId, response: { mimeType, headers } }) => {
    const request = underWay.get(requestId)
    const encoding = headers['Content-Encoding'] ?? headers['content-encoding']
    if (request && encoding !== undefined) request.encoding = encoding
    if (mimeType === 'text/event-stream') end(requestId)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = underWay.get(requestId)
    if (request) request.body += encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = underWay.get(requestId)
    if (request) request.bytes = encodedDataLength
    end(requestId)
  })
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId))
  await session.send('Network.enable')
  return { all, idleMs: () => (underWay.size > 0 ? 0 : performance.now() - changedAt) }
}

/**
 * Waits until a page shows its content and nothing that stands for it, and has requested nothing for a second.
 * @throws if that takes too long, with what the page still waits for
 */
export async function waitUntilComplete(page: Page, requests: PageRequests): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const isIdle = requests.idleMs() >= IDLE_MS
    // This waits for the page's own script to pause, so the requests are looked at again afterwards.
    const isShown = isIdle && (await page.evaluate(isContentShown))
    if (isShown && requests.idleMs() >= IDLE_MS) return
    if (performance.now() > end)
      throw new Error(`${page.url()} was not complete in time; its last request: ${requests.all.at(-1)?.url}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const isContentShown = () =>
  document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"], .sk') === null
