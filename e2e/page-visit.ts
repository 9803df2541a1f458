// One visit to a page: it is loaded once, and everything that is checked on every page is checked on that load.
import { stripVTControlCharacters } from 'node:util'
import { expect, type Browser, type CDPSession, type Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { findTooWide, laptop, phone } from './fit.ts'
import { hostileFileName, payloads } from './hostile-texts.ts'
import { doubleShownText, findLargeTextFlaws } from './large-text.ts'
import { findOverlaps } from './overlaps.ts'
import { followRequests, waitUntilComplete, type PageRequest, type PageRequests } from './page-requests.ts'
import { screenSizes } from './screen-sizes.ts'
import { isPublic, sumScriptBytes } from './script-sizes.ts'

/** The narrowest screen; pages are loaded on it. */
const small = { width: 360, height: 740 }

/** A width between the phone and laptop layouts of admin pages, whose tables have many columns. */
const tablet = { width: 768, height: 1024 }
const isAdminPage = (path: string) => path.startsWith('/admin')

/** Texts without a place where a line can break. */
const hostileTexts = [...payloads, hostileFileName]

/** How long a page may take to adapt to a new width, in milliseconds. */
const RESIZING_MS = 15_000

/** A tab where one visitor goes from page to page. */
export type Tab = {
  page: Page
  session: CDPSession
  requests: PageRequests
  /** What the browser has complained about since the last load. */
  complaints: string[]
}

/** A page to visit. */
export type Goal = {
  path: string
  /** Its path with the query that makes it show data. */
  address: string
  /** Whether its accessibility is checked elsewhere. */
  isOnlyLoaded?: boolean
  /** The page's request is refused with this status, which the browser's console also reports. */
  refusal?: 402 | 404
  /** Whether the page's HTML requests its data, from two or more addresses. */
  requestsEarly?: boolean
  /** Opens a part of the page that shows more texts. */
  openMore?: (page: Page) => Promise<void>
}

/** What one load of a page has shown. */
export type Visit = {
  path: string
  problems: string[]
  scriptBytes: number
  /** The addresses that the page requested. */
  requested: string[]
  /** Everything that the page shows: its text, its field values and what a screen reader says. */
  text: string
}

/** Opens a tab for a visitor with a login. */
export async function openTab(browser: Browser, baseURL: string, keys: Record<string, string>): Promise<Tab> {
  const context = await browser.newContext({ baseURL, viewport: small, colorScheme: 'light' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const requests = await followRequests(session)
  const tab: Tab = { page, session, requests, complaints: [] }
  page.on('console', (message) => {
    if (message.type() === 'error') tab.complaints.push(message.text())
  })
  page.on('pageerror', (error) => tab.complaints.push(String(error)))
  page.on('dialog', (dialog) => {
    tab.complaints.push(`opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) tab.complaints.push(`asked ${request.url()}`)
  })
  await page.addInitScript((entries) => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      throw new Error(`The policy refused ${blockedURI} by ${violatedDirective}.`)
    })
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value)
  }, keys)
  return tab
}

/** Loads a page and checks all of it, with the checks that change the page last. */
export async function visit(tab: Tab, goal: Goal): Promise<Visit> {
  const { page, requests } = tab
  const { path } = goal
  const found: Visit = { path, problems: [], scriptBytes: Number.NaN, requested: [], text: '' }
  const check = async (name: string, find: () => Promise<readonly string[]>) => {
    try {
      found.problems.push(...(await find()).map((problem) => `${name}: ${problem}`))
    } catch (error) {
      found.problems.push(`${name}: ${stripVTControlCharacters(String(error))}`)
    }
  }
  const firstRequest = requests.all.length
  tab.complaints = []
  await page.setViewportSize(small)
  await page.emulateMedia({ colorScheme: 'light' })
  await forgetResources(tab)
  await check('loading', async () => {
    const html = await load(tab, goal)
    // Leaves out late requests from the previous page, such as pictures that came into view.
    const document = requests.all.findIndex(({ isDocument }, at) => at >= firstRequest && isDocument)
    if (document === -1) throw new Error('The browser requested no document.')
    const own = requests.all.slice(document)
    found.scriptBytes = sumScriptBytes(html, own)
    found.requested = await listRequested(page, own)
    found.text = await page.evaluate(readText)
    return [...findUncompressed(own), ...(goal.requestsEarly ? await findRepeated(page, own) : [])]
  })
  if (isAdminPage(path))
    await check('overlaps at 768 px', async () => {
      await page.setViewportSize(tablet)
      return findOverlaps(page)
    })
  await check('fit', () => fitAll(page, isPublic(path) ? [small, phone, laptop] : [small]))
  if (!goal.isOnlyLoaded) {
    await page.setViewportSize(small)
    await check('axe', () => findViolations(page))
    await page.emulateMedia({ colorScheme: 'dark' })
    await check('axe in the dark theme', () => findViolations(page, { onlyColours: true }))
    await check('text of 200 %', () => enlarge(page))
  }
  await check('hostile text', async () => {
    if (goal.openMore) {
      await goal.openMore(page)
      found.text += await page.evaluate(readText)
    }
    return findWhatRan(page)
  })
  found.problems.push(...tab.complaints.filter((complaint) => !isExpected(goal, complaint)))
  return found
}

const isExpected = ({ refusal }: Goal, complaint: string) =>
  refusal !== undefined && complaint.startsWith('Failed to load resource') && complaint.includes(` ${refusal} `)

/**
 * Makes the tab request again what earlier pages have loaded, from the browser's cache. Otherwise it also reports fonts as
 * requested that it still has but that the page does not need.
 */
async function forgetResources({ session }: Tab): Promise<void> {
  for (const cacheDisabled of [true, false]) await session.send('Network.setCacheDisabled', { cacheDisabled })
}

/**
 * Loads a page and waits until all of it is there.
 * @returns its HTML
 */
async function load({ page, requests }: Tab, { address, refusal }: Goal): Promise<string> {
  const reply = await page.goto(address)
  const html = (await reply?.text()) ?? ''
  await waitUntilComplete(page, requests)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  if (refusal !== 404)
    await expect(page.getByRole('heading', { name: /^This page is not (here|part of)/ })).toHaveCount(0)
  return html
}

/** Lists the addresses that a first visit to a page requests, without the pictures that it may load later. */
async function listRequested(page: Page, requests: readonly PageRequest[]): Promise<string[]> {
  // If the page has redirected, the call fails.
  const ahead = await page.evaluate(listPicturesAhead).catch((): string[] => [])
  // A slow machine repeats some requests: the same address counts only once.
  return [...new Set(requests.map(({ url }) => url))].filter((url) => !ahead.includes(url))
}

/** Lists the scripts that were sent uncompressed. */
const findUncompressed = (requests: readonly PageRequest[]) =>
  requests
    .filter(({ isScript, bytes, encoding }) => isScript && bytes > 0 && encoding !== 'br')
    .map(({ url, encoding }) => `${url} was compressed by ${encoding}`)

/**
 * Lists off-screen pictures that load when they come near the screen. How near that is varies between visits, depending on the order in
 * which the page's parts arrive.
 */
function listPicturesAhead(): string[] {
  const isOnScreen = ({ top, bottom, left, right }: DOMRect) =>
    bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return [...document.images]
    .filter((image) => image.loading === 'lazy' && !isOnScreen(image.getBoundingClientRect()))
    .map(({ currentSrc }) => currentSrc)
}

function readText(): string {
  const copy = document.body.cloneNode(true) as HTMLElement
  for (const element of copy.querySelectorAll('script, style')) element.remove()
  const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
  return [copy.textContent, ...fields].join('\n')
}

/** Lists what the page's HTML requested before its script had loaded, and the script then requested again. */
async function findRepeated(page: Page, requests: readonly PageRequest[]): Promise<string[]> {
  const { early, username } = await page.evaluate(() => ({
    early: document.documentElement.getAttribute('data-early') ?? '',
    username: sessionStorage.getItem('username') ?? '',
  }))
  // In the HTML, this character stands for the student's username.
  const named = (url: string) => (username ? url.replace(username, encodeURIComponent('\uE000')) : url)
  const requestedEarly = requests
    .filter(({ isFetch }) => isFetch)
    .map(({ url }) => new URL(url))
    .map(({ pathname, search }) => pathname + search)
    .filter((url) => early.includes(JSON.stringify(named(url))))
  const repeated = requestedEarly.filter((url, index) => requestedEarly.indexOf(url) !== index)
  const found = repeated.map((url) => `${url} was requested by the HTML and again by the script`)
  if (requestedEarly.length < 2) found.push(`the HTML has requested only ${requestedEarly.join(' ')}`)
  return found
}

/** Returns what is too wide on the first of these screens that a page does not fit. */
async function fitAll(page: Page, screens: readonly { width: number; height: number }[]): Promise<string[]> {
  for (const screen of screens) {
    await page.setViewportSize(screen)
    const tooWide = await findTooWide(page, RESIZING_MS)
    if (tooWide.length > 0) return [`at ${screen.width} px`, ...tooWide]
  }
  return []
}

/** Doubles a page's text, and returns what no longer fits. */
async function enlarge(page: Page): Promise<string[]> {
  await doubleShownText(page)
  const found: string[] = []
  for (const screen of screenSizes) {
    found.push(...(await fitAll(page, [screen])))
    found.push(...(await findLargeTextFlaws(page, hostileTexts)).map((flaw) => `at ${screen.width} px ${flaw}`))
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  return found
}

/** Returns what a stranger's text has done as script. */
async function findWhatRan(page: Page): Promise<string[]> {
  const hasRun = await page.evaluate(() => Reflect.has(window, '__x'))
  return hasRun ? ['a text was run as script'] : []
}
