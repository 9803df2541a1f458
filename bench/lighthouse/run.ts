// `npm run lighthouse [-- --small]`: Lighthouse's scores for the pages that a visitor sees, on its default slow phone.
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { parseArgs } from 'node:util'
import { browserArguments, findBrowser } from '../../e2e/browser.ts'
import { startProduct } from '../../e2e/product.ts'
import { findFreePort } from '../../server/src/platform/free-port.ts'
import type { Outcome } from '../bench.ts'
import { busyness, writeSection } from '../results.ts'

const RUNS = 3
const PUBLIC_GOAL = 98
const APP_GOAL = 90
const OTHER_GOAL = 100

const pages = {
  Home: ['/', PUBLIC_GOAL],
  About: ['/about', PUBLIC_GOAL],
  Contact: ['/contact', PUBLIC_GOAL],
  Terms: ['/terms', PUBLIC_GOAL],
  Privacy: ['/privacy-policy', PUBLIC_GOAL],
  'Public videos': ['/video-list', PUBLIC_GOAL],
  'Public leaderboard': ['/leaderboard', PUBLIC_GOAL],
  'Scholarship draws': ['/scholarship', PUBLIC_GOAL],
  Login: ['/student/login', APP_GOAL],
  Register: ['/student/register', APP_GOAL],
} as const
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

const scoreOf = ({ categories: scored }: Result, category: Category) =>
  Math.round((scored[category]?.score ?? Number.NaN) * 100)

/**
 * Audits a page a few times.
 * @returns the run with the median performance
 */
async function audit(url: string, port: number, runs: number): Promise<Result> {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] })
    if (!result) throw new Error(`Lighthouse returned nothing for ${url}.`)
    const { runtimeError } = result.lhr
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
    results.push(result.lhr)
  }
  const byPerformance = results.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  return byPerformance[Math.floor(runs / 2)] ?? Promise.reject(new Error('There was no run.'))
}

/** Audits that do not apply to a page have no score. */
const isScored = (audit: { score: number | null } | undefined) => typeof audit?.score === 'number'

/** Lists the audits that cost points, with the points that each one takes from its category. */
function listCosts({ categories: scored, audits }: Result): { title: string; points: number; found: string }[] {
  return categories.flatMap((category) => {
    const refs = scored[category]?.auditRefs ?? []
    const total = refs.reduce((sum, { id, weight }) => sum + (isScored(audits[id]) ? weight : 0), 0)
    return refs
      .map(({ id, weight }) => ({
        title: audits[id]?.title ?? id,
        points: ((1 - (audits[id]?.score ?? 1)) * weight * 100) / total,
        found: audits[id]?.displayValue ?? '',
      }))
      .filter(({ points }) => points >= 0.5)
  })
}

function describeCosts(name: string, result: Result): string[] {
  const costs = listCosts(result).map(
    ({ title, points, found }) => `${title}${found && ` ${found}`} (${Math.round(points)})`,
  )
  return costs.length > 0 ? [`${name}: ${costs.join(', ')}.`] : []
}

function describe(results: ReadonlyMap<keyof typeof pages, Result>, runs: number): Outcome {
  const cell = (score: number, goal: number) => `${score >= goal ? score : `**${score}**`} (${goal})`
  const rows = [...results].map(([name, result]) => [
    name,
    ...categories.map((category) =>
      cell(scoreOf(result, category), category === 'performance' ? pages[name][1] : OTHER_GOAL),
    ),
  ])
  const indexes = [...results.values()].map(({ environment }) => environment.benchmarkIndex)
  return {
    figures: [],
    tables: [
      { title: 'Scores', head: ['Page', 'Performance', 'Accessibility', 'Best practices', 'Search engines'], rows },
    ],
    notes: [
      `In brackets the goal, bold where it is missed. Of ${runs} runs the one whose performance is in the middle.`,
      `The machine's own speed by Lighthouse's benchmark index: ${Math.round(Math.min(...indexes))} to ${Math.round(Math.max(...indexes))}. Other programs beside it lower the score for performance.`,
      ...[...results].flatMap(([name, result]) => describeCosts(name, result)),
    ],
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } })
  const runs = values.small ? 1 : RUNS
  const busy = busyness()
  const product = await startProduct({ RATE_LIMIT_FACTOR: '0' })
  const port = await findFreePort()
  const args = [...browserArguments, `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ executablePath: await findBrowser(), args })
  try {
    const results = new Map<keyof typeof pages, Result>()
    for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
      const result = await audit(product.url + pages[name][0], port, runs)
      results.set(name, result)
      const scores = categories.map((category) => `${category} ${scoreOf(result, category)}`)
      process.stdout.write(`${[`${name}: ${scores.join(', ')}`, ...describeCosts(name, result)].join('\n  ')}\n`)
    }
    // A small run only checks that everything runs.
    if (values.small) return
    const version = [...results.values()][0]?.lighthouseVersion ?? ''
    const beside = `Lighthouse ${version}, Chromium ${browser.version()}, the product and its PostgreSQL`
    const outcome = describe(results, runs)
    await writeSection({ title: '10. Lighthouse', command: 'npm run lighthouse', beside, busy, outcome })
  } finally {
    await browser.close()
    await product.remove()
  }
}

await main()
