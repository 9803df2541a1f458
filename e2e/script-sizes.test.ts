// How much script a first visit to each page of the public and of the students loads. script-sizes.json holds the sizes,
// which may grow a little, and `npm run record:scripts` writes it anew.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { createClient } from '@baobab/contract/client.ts'
import { isScriptFreePage, pagePaths } from '@baobab/contract/pages.ts'
import { expect, test, type Browser } from '@playwright/test'
import { followRequests, isPlayer, waitUntilComplete } from './page-requests.ts'
import { ADMIN } from './people.ts'
import { startProduct, type Product } from './product.ts'
import { addressOf, prepareVisits, RESULT_PAGE, visitorOf, type Visits } from './visits.ts'

const RECORD = 'npm run record:scripts'
const GROWTH = 1.02
const PUBLIC_BYTES = 10 * 1024
const STUDENT_BYTES = 140 * 1024
const STUDENT_REQUESTS = 30
/** Checking a draw begins by itself and needs the mathematics of signatures, and the schemas of the files that it reads. */
const otherLimits: Readonly<Record<string, number>> = { '/scholarship/2026-10/verify': 176 * 1024 }

function findLimit(path: string): number {
  if (isPublic(path)) return PUBLIC_BYTES
  return otherLimits[path] ?? STUDENT_BYTES
}
/** How many pages are open at once. */
const PAGES_AT_ONCE = 6

const file = fileURLToPath(new URL('script-sizes.json', import.meta.url))
const build = fileURLToPath(new URL('../web/build/client', import.meta.url))
const isPublic = (path: string) => isScriptFreePage(path) || path === '/no-such-page'
const pages = [
  ...pagePaths.filter((path) => !path.startsWith('/admin/') && visitorOf(path) !== 'admin'),
  '/no-such-page',
  RESULT_PAGE,
  '/scholarship/2026-10',
  '/scholarship/2026-10/verify',
  '/certificate/0123456789abcdefghijkl',
].toSorted()

type Load = { scriptBytes: number; requests: number; addresses: string[] }

/** The size of the scripts that are in the HTML itself, compressed. */
function sizeOfInlineScripts(html: string): number {
  const scripts = html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g)
  const text = [...scripts].map(([, script]) => script).join('\n')
  return text ? brotliCompressSync(text).length : 0
}

/** The size of a script as browsers receive it. The sandbox's scripts stand for those of others. */
function sizeOfScript(url: string): number {
  const { pathname } = new URL(url)
  return pathname.startsWith('/sandbox/') ? 0 : statSync(`${build}${pathname}.br`).size
}

/**
 * Lists the pictures outside the screen that wait to come near it. How near that is, the browser decides anew on each visit, by the
 * order in which the parts of the page arrive.
 */
function listPicturesAhead(): string[] {
  const isOnScreen = ({ top, bottom, left, right }: DOMRect) =>
    bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return [...document.images]
    .filter((image) => image.loading === 'lazy' && !isOnScreen(image.getBoundingClientRect()))
    .map(({ currentSrc }) => currentSrc)
}

/** Visits a page for the first time, without a service worker, whose downloads come after the page. */
async function visit(browser: Browser, { url }: Product, visits: Visits, path: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  try {
    await context.addInitScript((keys) => {
      for (const [key, value] of Object.entries(keys)) sessionStorage.setItem(key, value)
    }, visits.keys[visitorOf(path)])
    const page = await context.newPage()
    const requests = await followRequests(await context.newCDPSession(page))
    const reply = await page.goto(url + addressOf(path, visits))
    await waitUntilComplete(page, requests)
    const scripts = new Set(
      requests.all.filter((request) => request.isScript && !isPlayer(request)).map((request) => request.url),
    )
    const sizes = [sizeOfInlineScripts((await reply?.text()) ?? ''), ...[...scripts].map(sizeOfScript)]
    // A page that leads on to another is gone by then.
    const ahead = await page.evaluate(listPicturesAhead).catch((): string[] => [])
    // A slow machine repeats some: what is asked again after a while counts once.
    const asked = new Set(requests.all.map((request) => request.url).filter((address) => !ahead.includes(address)))
    const addresses = [...asked].map((address) => address.replace(url, ''))
    return { scriptBytes: sizes.reduce((sum, size) => sum + size, 0), requests: addresses.length, addresses }
  } finally {
    await context.close()
  }
}

// A picture of each page would tell nothing about its script.
test.use({ screenshot: 'off' })

/** Visits all pages of a new product, several at once. */
async function visitAll(browser: Browser): Promise<Map<string, Load>> {
  const product = await startProduct({ RATE_LIMIT_FACTOR: '0' })
  try {
    await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
    const visits = await prepareVisits(product.url)
    const loads = new Map<string, Load>()
    const waiting = pages.values()
    const openPages = async () => {
      for (const path of waiting) loads.set(path, await visit(browser, product, visits, path))
    }
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, openPages))
    return loads
  } finally {
    await product.remove()
  }
}

// One test, because each other one would visit all pages again after a failure.
test('pages load no more script than before, and no more than a phone can take', async ({ browser }, { config }) => {
  const loads = await visitAll(browser)
  if (config.updateSnapshots === 'all') {
    const sizes = pages.map((path) => [path, loads.get(path)?.scriptBytes])
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`)
  }
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  /** Describes the pages above their limit. */
  const listAbove = (figure: 'scriptBytes' | 'requests', limitFor: (path: string) => number) =>
    pages
      .map((path) => ({ path, value: loads.get(path)?.[figure] ?? Number.NaN, limit: Math.floor(limitFor(path)) }))
      .filter(({ value, limit }) => !(value <= limit))
      .map(({ path, value, limit }) => `${path}: ${value}, at most ${limit}`)
  const hint = `If a page is new, or its script is worth the bytes, run: ${RECORD}`
  expect.soft(Object.keys(recorded), hint).toEqual(pages)
  const grown = listAbove('scriptBytes', (path) => (recorded[path] ?? 0) * GROWTH)
  expect.soft(grown, `Script has grown by more than 2 %. ${hint}`).toEqual([])
  const large = listAbove('scriptBytes', findLimit)
  expect.soft(large, 'These pages load too much script.').toEqual([])
  const chatty = listAbove('requests', (path) => (isPublic(path) ? Infinity : STUDENT_REQUESTS))
  for (const path of pages)
    if (chatty.some((line) => line.startsWith(`${path}: `))) chatty.push(...(loads.get(path)?.addresses ?? []))
  expect.soft(chatty, 'A first visit to these pages takes too many requests.').toEqual([])
})
