// Follows a page's requests through the browser's protocol, and waits until the page is complete.
import type { CDPSession, Page } from '@playwright/test'

export type PageRequest = {
  url: string
  isDocument: boolean
  isScript: boolean
  /** Whether the page's script has sent it. Event streams are excluded. */
  isFetch: boolean
  /** How its reply was compressed; undefined if it was not, or if the page already had it. */
  encoding?: string
  /** Bytes of the body as sent, compressed. 0 if it came from a cache or the service worker. */
  body: number
  /** Bytes of the body and headers. */
  bytes: number
}

export type PageRequests = {
  all: readonly PageRequest[]
  /** Milliseconds since a request began or ended; 0 while one is in flight. */
  idleMs(): number
}

/** A page counts as complete after this long without a request that begins or ends. */
const IDLE_MS = 1_000
const PATIENCE_MS = 120_000

/** The player's scripts, which are counted separately. */
export const isPlayer = ({ url }: Pick<PageRequest, 'url'>) => /\/assets\/(player|hls-engine)-[\w-]{8}\.js$/.test(url)

/** Follows a page's requests from now on. Event streams, which never end, do not count as in flight. */
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
    // The browser does not report how a request ended if the page that sent it was left.
    if (type === 'Document' && !redirectResponse) underWay.clear()
    const redirected = underWay.get(requestId)
    if (redirected) redirected.bytes = redirectResponse?.encodedDataLength ?? 0
    const isScript = type === 'Script' || new URL(url).pathname.endsWith('.js')
    const kind = { isDocument: type === 'Document', isScript, isFetch: type === 'Fetch' }
    const request = { url, ...kind, body: 0, bytes: 0 }
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
 * Waits until a page shows its content instead of placeholders, and has requested nothing for a second.
 * @throws if that takes too long, with what the page is still waiting for
 */
export async function waitUntilComplete(page: Page, requests: PageRequests): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const isIdle = requests.idleMs() >= IDLE_MS
    // This waits for a pause in the page's own script, so the requests are checked again afterwards.
    const isShown = isIdle && (await page.evaluate(isContentShown))
    if (isShown && requests.idleMs() >= IDLE_MS) return
    if (performance.now() > end)
      throw new Error(`${page.url()} was not complete in time; its last request: ${requests.all.at(-1)?.url}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const isContentShown = () =>
  document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"], .sk') === null
