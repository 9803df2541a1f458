// Measures how long a real browser takes to check a draw from saved files.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chromium, type Page } from '@playwright/test'
import { toBeacon, toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { computeAttempt, findDueAttempt } from '@baobab/contract/scholarship/draw/attempt.ts'
import { formatDrawList, hashDrawList, leafOf } from '@baobab/contract/scholarship/draw/list.ts'
import type { Rehearsal } from '@baobab/contract/scholarship/admin.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { browserArguments, findBrowser } from '../e2e/browser.ts'

/** A draw as a person saved it: the texts of its files, by name. */
export type SavedDraw = { month: string; files: Readonly<Record<string, string>> }

/** Makes a draw with this many entrants from a rehearsal's rules and round. */
export function makeLargeDraw({ month, rules, chain, beacon }: Rehearsal, entrants: number): SavedDraw {
  const leaves = Array.from({ length: entrants }, () =>
    leafOf({ month, studentId: randomUUID(), nonce: randomBytes(32) }),
  ).toSorted((a, b) => (a < b ? -1 : 1))
  const rulesHash = createHash('sha256').update(rules).digest('hex')
  const { closesAt } = monthCloses(month)
  const { round } = beacon
  const list = formatDrawList({ protocol: 1, month, closesAt, rulesHash, chainHash: chain.hash, round, leaves })
  const hash = hashDrawList(list)
  const due = findDueAttempt({ protocol: 1, round }, { attempt: 0, notices: [], chain: toChain(chain) })
  if (!due) throw new Error('The rehearsal has no round.')
  const { seed, winner = 0 } = computeAttempt({ protocol: 1, hash, count: entrants }, due, toBeacon(beacon))
  const listHash = Buffer.from(hash).toString('hex')
  const result = { month, list: listHash, attempt: 0, seed, outcome: 'drawn', index: winner, leaf: leaves[winner] }
  const commit = { month, list: listHash, round, entrants, publishedAt: closesAt.toISOString() }
  const json = {
    'chain.json': chain,
    'beacon.json': beacon,
    'notices.json': [],
    'commit.json': commit,
    'result.json': result,
  }
  const texts = Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)] as const)
  return { month, files: { 'list.txt': list, 'rules.txt': rules, ...Object.fromEntries(texts) } }
}

/** Resolves to the milliseconds from choosing the files to the verdict on the page. */
const watchVerdict = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        document.querySelector('input[type=file]')?.addEventListener(
          'change',
          () => {
            const began = performance.now()
            const look = () => {
              if (document.body.textContent.includes('These files fit together.')) resolve(performance.now() - began)
              else requestAnimationFrame(look)
            }
            // By then the previous round's verdict has gone.
            requestAnimationFrame(() => requestAnimationFrame(look))
          },
          { once: true },
        )
      }),
  )

/**
 * Checks a draw's saved files a few times in a browser with a slowed-down processor.
 * @returns milliseconds
 */
export async function checkInBrowser(
  baseUrl: string,
  { month, files }: SavedDraw,
  { slowdown, rounds }: { slowdown: number; rounds: number },
): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  try {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    await page.goto(`${baseUrl}/scholarship/${month}/verify`)
    await page.getByText('The files could not be loaded.').waitFor()
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const saved = Object.entries(files).map(([name, text]) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    }))
    const took: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const verdict = watchVerdict(page)
      await page.getByLabel('Choose files').setInputFiles(saved)
      took.push(await verdict)
    }
    return took
  } finally {
    await browser.close()
  }
}
