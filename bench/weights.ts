// `npm run weights [-- --before FOLDER] [--small]`: what pages weigh, and when they are painted, on a slow phone. `--before` also measures
// another checkout, which must be built and have its packages installed.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { browserArguments, findBrowser } from '../e2e/browser.ts'
import { waitUntilComplete, type PageRequests } from '../e2e/page-requests.ts'
import { ADMIN, PASSWORD } from '../e2e/people.ts'
import type { Product } from '../e2e/product.ts'
import { visitorOf, type Visits } from '../e2e/visits.ts'
import { median, type Outcome, type Table } from './bench.ts'
import { busyness, writeSection } from './results.ts'
import { followWorker, openPage, openPhone, readPaint, weigh, type OpenedPage } from './slow-phone.ts'

const KB = 1_024
const ROUNDS = 3

type Goals = { scriptBytes: number; requests?: number; bytes?: number; largestMs?: number; shift: number }

const publicPage: Goals = { scriptBytes: 10 * KB, shift: 0.02 }
const studentPage: Goals = { scriptBytes: 140 * KB, requests: 30, shift: 0.02 }
const NEXT_PAGE_GOALS = { scriptBytes: 60 * KB }
const LATER_VISIT_GOALS = { scriptBytes: 0, largestMs: 1_500 }

const pages = {
  Home: { path: '/', goals: { ...publicPage, bytes: 200 * KB, largestMs: 1_500 } },
  About: { path: '/about', goals: publicPage },
  'Public videos': { path: '/video-list', goals: publicPage },
  'Public leaderboard': { path: '/leaderboard', goals: publicPage },
  Login: { path: '/student/login', goals: { ...studentPage, largestMs: 1_800 } },
  Register: { path: '/student/register', goals: studentPage },
  Dashboard: { path: '/student/dashboard', goals: { ...studentPage, largestMs: 3_000 } },
  Videos: { path: '/student/videos', goals: { ...studentPage, largestMs: 3_000 } },
  'One video': { path: '/student/videos?video={video}', goals: studentPage },
  'List of quizzes': { path: '/student/trivia', goals: { ...studentPage, largestMs: 3_000 } },
  Quiz: { path: '/student/trivia/page?video={untaken}', goals: { ...studentPage, largestMs: 3_000 } },
  Leaderboard: { path: '/student/scholarship', goals: studentPage },
  Settings: { path: '/student/setting', goals: studentPage },
} satisfies Record<string, { path: string; goals: Goals }>
type PageName = keyof typeof pages
const pageNames = Object.keys(pages) as PageName[]

/** Follows a link on the page or in its bottom navigation. */
const follow = (path: string) => async (page: Page) => {
  await page.locator(`:is(.bnav, main) a[href^="${path}"]:visible`).first().click()
  await page.waitForURL((url) => (url.pathname + url.search).startsWith(path))
}

async function logIn(page: Page, { email }: Site): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/student/dashboard')
}

type Step = { from: PageName; go: (page: Page, site: Site) => Promise<void> }
const steps: Record<string, Step> = {
  'Login, then Dashboard': { from: 'Login', go: logIn },
  'Dashboard, then Videos': { from: 'Dashboard', go: follow('/student/videos') },
  'Dashboard, then List of quizzes': { from: 'Dashboard', go: follow('/student/trivia') },
  'Dashboard, then Leaderboard': { from: 'Dashboard', go: follow('/student/scholarship') },
  'Dashboard, then Settings': { from: 'Dashboard', go: follow('/student/setting') },
  'Videos, then One video': { from: 'Videos', go: follow('/student/videos?video=') },
  'List of quizzes, then Quiz': { from: 'List of quizzes', go: follow('/student/trivia/page?video=') },
}

type SiteName = 'before' | 'now'
/** A running product, and browser profiles that have visited all its pages. */
type Site = {
  name: SiteName
  product: Product
  commit: string
  visits: Visits
  email: string
  /** The video whose quiz the student has not taken. */
  untakenId: string
  known: Record<'anyone' | 'student', BrowserContext>
  /** The requests of the student's service worker. */
  workerRequests: PageRequests
}

/** Starts a checkout's product with its own scripts, and a student who has taken a quiz. */
async function openSite(browser: Browser, name: SiteName, folder: string): Promise<Site> {
  const { startProduct } = (await import(`${folder}/e2e/product.ts`)) as typeof import('../e2e/product.ts')
  const { prepareVisits } = (await import(`${folder}/e2e/visits.ts`)) as typeof import('../e2e/visits.ts')
  const product = await startProduct({ RATE_LIMIT_FACTOR: '0' })
  const anyone = createClient({ baseUrl: product.url })
  await anyone(registerAdmin, { body: ADMIN })
  const visits = await prepareVisits(product.url)
  const untaken = (await anyone(listVideos, {})).find(({ _id, access }) => _id !== visits.videoId && access === 'free')
  const known = {
    anyone: await openPhone(browser, { keys: visits.keys.anyone, serviceWorkers: 'allow' }),
    student: await openPhone(browser, { keys: visits.keys.student, serviceWorkers: 'allow' }),
  }
  const commit = execFileSync('git', ['-C', folder, 'rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
  const email = visits.keys.student['email'] ?? ''
  const site = { name, product, commit, visits, email, untakenId: untaken?._id ?? '', known }
  return { ...site, workerRequests: await visitAll(browser, site) }
}

const addressIn = ({ product, visits, untakenId }: Omit<Site, 'workerRequests'>, page: PageName): string =>
  product.url + pages[page].path.replace('{video}', visits.videoId).replace('{untaken}', untakenId)

function visitorOfPage(page: PageName): 'anyone' | 'student' {
  return visitorOf(pages[page].path.split('?')[0] ?? '') === 'student' ? 'student' : 'anyone'
}

/**
 * Visits every page once, so that the browser has cached all it can.
 * @returns the service worker's requests from then on
 */
async function visitAll(browser: Browser, site: Omit<Site, 'workerRequests'>): Promise<PageRequests> {
  for (const name of pageNames) {
    const { page } = await openPage(site.known[visitorOfPage(name)], addressIn(site, name), { isSlow: false })
    if (name === 'Dashboard') await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.close()
  }
  return followWorker(browser, site.known.student)
}

type Sample = { scriptBytes: number; requests?: number; bytes?: number; largestMs?: number; shift?: number }
type Figure = keyof Sample
/** Each site's samples, by page or step. */
type Samples = Record<SiteName, Map<string, Sample[]>>

const takeSample = async ({ page, requests }: OpenedPage): Promise<Sample> => ({
  ...weigh(requests.all),
  ...(await readPaint(page)),
})

async function measureFirstVisit(browser: Browser, site: Site, name: PageName): Promise<Sample> {
  const context = await openPhone(browser, { keys: site.visits.keys[visitorOfPage(name)], serviceWorkers: 'block' })
  const sample = await takeSample(await openPage(context, addressIn(site, name), { isSlow: true }))
  await context.close()
  return sample
}

/** Counts what a page loads on top of the previous one. Bytes do not depend on the speed, so this runs at full speed. */
async function measureNextPage(browser: Browser, site: Site, { from, go }: Step): Promise<Sample> {
  const context = await openPhone(browser, { keys: site.visits.keys[visitorOfPage(from)], serviceWorkers: 'block' })
  const { page, requests } = await openPage(context, addressIn(site, from), { isSlow: false })
  const before = requests.all.length
  await go(page, site)
  await waitUntilComplete(page, requests)
  const sample = weigh(requests.all.slice(before))
  await context.close()
  return sample
}

async function measureLaterVisit(site: Site, name: PageName): Promise<Sample> {
  const { workerRequests, known } = site
  const before = workerRequests.all.length
  const opened = await openPage(known[visitorOfPage(name)], addressIn(site, name), { isSlow: true })
  const all = [...opened.requests.all, ...workerRequests.all.slice(before)]
  const sample = { ...(await takeSample(opened)), ...weigh(all) }
  await opened.page.close()
  return sample
}

type Parts = Record<'first' | 'next' | 'later', Samples>

/** Measures everything a few times, alternating between the sites, so that a busy moment of the machine does not favour one. */
async function measure(browser: Browser, sites: readonly Site[], rounds: number): Promise<Parts> {
  const noSamples = (): Samples => ({ before: new Map(), now: new Map() })
  const parts: Parts = { first: noSamples(), next: noSamples(), later: noSamples() }
  const take = async (part: keyof Parts, name: string, one: (site: Site) => Promise<Sample>) => {
    for (const site of sites) {
      const sample = await one(site)
      const samples = parts[part][site.name]
      samples.set(name, [...(samples.get(name) ?? []), sample])
      process.stdout.write(`${part} ${site.name} ${name} ${JSON.stringify(sample)}\n`)
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of pageNames) await take('first', name, (site) => measureFirstVisit(browser, site, name))
    for (const [name, step] of Object.entries(steps))
      await take('next', name, (site) => measureNextPage(browser, site, step))
    for (const name of pageNames) await take('later', name, (site) => measureLaterVisit(site, name))
  }
  return parts
}

const columns: Record<Figure, { head: string; show: (value: number) => string }> = {
  scriptBytes: { head: 'Script, KB', show: (bytes) => (bytes / KB).toFixed(1) },
  requests: { head: 'Requests', show: String },
  bytes: { head: 'In all, KB', show: (bytes) => (bytes / KB).toFixed(0) },
  largestMs: { head: 'Largest paint, s', show: (value) => (value / 1_000).toFixed(1) },
  shift: { head: 'Layout shift', show: (value) => value.toFixed(3) },
}

type TableOptions = { title: string; first: string; figures: Figure[]; goalsOf: (name: string) => Partial<Goals> }

/** Makes a table of medians: 'before → now (goal)', bold where the goal is missed. */
function toTable(samples: Samples, { title, first, figures, goalsOf }: TableOptions): Table {
  const medianOf = (site: SiteName, name: string, figure: Figure) => {
    const all = samples[site].get(name)
    return all && median(all.map((sample) => sample[figure] ?? Number.NaN))
  }
  const cell = (name: string, figure: Figure) => {
    const { show } = columns[figure]
    const [before, now = Number.NaN] = [medianOf('before', name, figure), medianOf('now', name, figure)]
    const goal = goalsOf(name)[figure]
    const isMissed = goal !== undefined && !(now <= goal)
    const after = isMissed ? `**${show(now)}**` : show(now)
    return `${before === undefined ? '' : `${show(before)} → `}${after}${goal === undefined ? '' : ` (${show(goal)})`}`
  }
  return {
    title,
    head: [first, ...figures.map((figure) => columns[figure].head)],
    rows: [...samples.now.keys()].map((name) => [name, ...figures.map((figure) => cell(name, figure))]),
  }
}

function describe({ first, next, later }: Parts, sites: readonly Site[], rounds: number): Outcome {
  const before = sites.find(({ name }) => name === 'before')
  const goalsOf = (name: string): Goals => pages[name as PageName].goals
  return {
    figures: [],
    tables: [
      toTable(first, {
        title: 'First visit',
        first: 'Page',
        figures: ['scriptBytes', 'requests', 'bytes', 'largestMs', 'shift'],
        goalsOf,
      }),
      toTable(next, {
        title: 'The next page, what comes on top',
        first: 'Pages',
        figures: ['scriptBytes', 'requests', 'bytes'],
        goalsOf: () => NEXT_PAGE_GOALS,
      }),
      toTable(later, {
        title: 'A later visit',
        first: 'Page',
        figures: ['scriptBytes', 'bytes', 'largestMs', 'shift'],
        goalsOf: () => ({ ...LATER_VISIT_GOALS, shift: 0.02 }),
      }),
    ],
    notes: [
      `${before ? `Before (commit ${before.commit}) → now. ` : ''}In brackets the goal, bold where it is missed. Medians of ${rounds} runs.`,
      'Slow phone: 1.6 Mbit/s down, 750 kbit/s up, 150 ms until a reply begins, the processor 4 times slower, 360 x 740 at 2x.',
      'Script: compressed bodies as they were sent, without the player. In all: everything with headers. A KB is 1,024 bytes.',
      'First visit: an empty cache, and no service worker, whose downloads come after the page. Later visit: a student has the service worker, which is running; a visitor has a warm cache.',
    ],
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { before: { type: 'string' }, small: { type: 'boolean', default: false } } })
  const busy = busyness()
  const rounds = values.small ? 1 : ROUNDS
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  const sites: Site[] = []
  try {
    if (values.before !== undefined) sites.push(await openSite(browser, 'before', resolve(values.before)))
    sites.push(await openSite(browser, 'now', resolve(import.meta.dirname, '..')))
    const outcome = describe(await measure(browser, sites, rounds), sites, rounds)
    for (const { title, head, rows } of outcome.tables ?? [])
      process.stdout.write(`\n${[title, head.join(' | '), ...rows.map((row) => row.join(' | '))].join('\n')}\n`)
    // A small run only checks that everything runs.
    if (values.small) return
    const beside = `Chromium ${browser.version()}, the product and its PostgreSQL`
    const command = `npm run weights${values.before === undefined ? '' : ' -- --before FOLDER'}`
    await writeSection({ title: '9. Weights', command, beside, busy, outcome })
  } finally {
    await browser.close()
    for (const { product } of sites) await product.remove()
  }
}

await main()
