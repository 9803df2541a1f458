// `npm test`, and `npm run test:rest` with `--rest`: runs all parts of a suite, even if one fails. Prints what failed, what each
// part took, and a last line that adds up the runners' reports. `--shard=1/3` runs a third of the tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readBudgets, compareWithBudgets, SHARD_TOLERANCE, TOLERANCE, type Usage } from './testing/budgets.ts'
import { calibrate, findMedian } from './testing/processor-time.ts'
import {
  countResults,
  listSlowestFiles,
  readPlaywrightReport,
  readVitestReport,
  type Report,
  type TestResult,
} from './testing/reports.ts'
import { CHECKS, divideBudgets, listParts, type Part } from './testing/suites.ts'

const { values } = parseArgs({ options: { rest: { type: 'boolean', default: false }, shard: { type: 'string' } } })
const suite = values.rest ? 'rest' : 'test'

const GIB = 1024 ** 3
const MEMORY_DISK = '/dev/shm'
/** How often the machine's speed is measured, because other programs change it while the tests run. */
const CALIBRATION_INTERVAL_MS = 20_000

/**
 * Whether tests may keep their files in memory. This spares the disk, because they create and delete hundreds of databases. They
 * need less than 1 GB, and fake programs that they write must be executable.
 */
function mayStoreInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY_DISK)
    return (
      mount !== undefined &&
      !mount.includes('noexec') &&
      bavail * bsize > 3 * GIB &&
      process.availableMemory() > 6 * GIB
    )
  } catch {
    return false
  }
}

if (mayStoreInMemory()) process.env['TMPDIR'] ??= MEMORY_DISK
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'baobab-reports-'))
/** The tests start dozens of servers, which then only need to compile their modules once. */
process.env['NODE_COMPILE_CACHE'] = join(folder, 'modules')
const reportPath = (runner: string) => join(folder, `${runner}.json`)
process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = reportPath('playwright')
process.env['VITEST_REPORT_FILE'] = reportPath('vitest')
/** Under CI a skipped test is a failure, except for tests that need Linux and root. */
const skipsCount = Boolean(process.env['CI']) && process.platform === 'linux' && process.getuid?.() === 0

const parts = listParts(suite, values.shard)
/** Failures other than tests. */
const failures: string[] = []
/** The output of failed checks. */
const failedOutputs: string[] = []
const usages: Usage[] = []
const print = (text: string) => void process.stdout.write(`${text}\n`)

/**
 * Runs a part, measures it, and records its name if it fails. A check prints only when it ends, so that its output does not mix
 * with the tests'.
 */
async function run(part: Part): Promise<void> {
  const heading = `\n== ${parts.indexOf(part) + 1} of ${parts.length}: ${part.name}`
  if (!part.isCheck) print(heading)
  const start = performance.now()
  const measured = join(folder, `${part.name}.seconds`)
  const stdio = part.isCheck ? 'pipe' : 'inherit'
  const child = spawn(
    process.execPath,
    [join(root, 'bin/testing/run-measured.ts'), measured, part.command, ...part.args],
    { cwd: root, stdio: ['ignore', stdio, stdio] },
  )
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => output.push(String(piece)))
  const [status] = (await once(child, 'close')) as [number | null]
  usages.push({
    name: part.name,
    budget: part.isCheck ? CHECKS : part.name,
    wallSeconds: (performance.now() - start) / 1_000,
    processorSeconds: readMeasured(measured),
  })
  const printed = `${heading}\n${output.join('')}`
  if (part.isCheck) print(printed.trimEnd())
  if (status === 0) return
  failures.push(part.name)
  if (part.isCheck) failedOutputs.push(`${printed.trimEnd()}\n  Alone: ${[part.command, ...part.args].join(' ')}`)
}

/** Reads what run-measured.ts wrote: nothing if it was ended early or the system does not report processor time. */
function readMeasured(file: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as number | null) ?? undefined
  } catch {
    return undefined
  }
}

async function runOneByOne(some: readonly Part[]): Promise<void> {
  for (const part of some) await run(part)
}

/** Reads a runner's report. A runner without a report has failed. */
function readReport(runner: 'vitest' | 'playwright'): Report | undefined {
  try {
    const report: unknown = JSON.parse(readFileSync(reportPath(runner), 'utf8'))
    return runner === 'vitest' ? readVitestReport(report as never) : readPlaywrightReport(report as never)
  } catch {
    failures.push(`${runner} wrote no report`)
    return undefined
  }
}

/** Prints each failed test with its reason and the command that runs only this test. */
function printFailures({ results, rerun }: Report): void {
  for (const result of results.filter(({ status }) => status === 'failed'))
    print(`\nFAILED ${result.file}\n  ${result.title}\n${result.message}\n  Alone: ${rerun(result)}`)
}

/** Whether a test was skipped because the checkout lacks the commit of the previous release, rather than because a program is missing. */
const isWithoutHistory = ({ title }: TestResult) => title.includes('git fetch --unshallow')

function printUsages(loops: readonly number[]): void {
  const loopSeconds = findMedian(loops)
  const whole = readBudgets(suite)
  const allowed = values.shard === undefined ? whole : divideBudgets(whole, parts, values.shard)
  const tolerance = values.shard === undefined ? TOLERANCE : SHARD_TOLERANCE
  const { lines, above } = compareWithBudgets(usages, allowed, loopSeconds, tolerance)
  print('\nPart                       Duration  Processor  (budget in bin/testing/budgets.json)')
  print(`${lines.join('\n')}\nOne calibration loop took ${loopSeconds.toFixed(3)} s.`)
  // Elsewhere somebody may be trying out a test, or other programs may change what the tests cost.
  if (process.env['CI']) failures.push(...above.map((name) => `${name} is more than ${tolerance} times its budget`))
}

const [build, ...others] = parts
/** The first run only compiles the loop. */
calibrate()
const loops = [calibrate(), calibrate(), calibrate()]
const calibration = setInterval(() => loops.push(calibrate()), CALIBRATION_INTERVAL_MS)
if (build) await run(build)
const [checks, tests] = [others.filter(({ isCheck }) => isCheck), others.filter(({ isCheck }) => !isCheck)]
await Promise.all([runOneByOne(checks), runOneByOne(tests)])
clearInterval(calibration)

const reports = tests.flatMap(({ runner }) => (runner ? (readReport(runner) ?? []) : []))
rmSync(folder, { recursive: true, force: true })
const results = reports.flatMap((report) => report.results)
const [passed, failed] = [countResults(results, 'passed'), countResults(results, 'failed')]
const skipped = results.filter((result) => result.status === 'skipped' && !isWithoutHistory(result))
print('\nSlowest files:')
for (const { file, seconds } of listSlowestFiles(results, 10)) print(`${seconds.toFixed(0).padStart(5)} s  ${file}`)
printUsages(loops)
for (const report of reports) printFailures(report)
// Printed again, because the tests print a lot after the checks.
for (const output of failedOutputs) print(output)
if (skipped.length > 0) print(`\nSkipped: ${[...new Set(skipped.map(({ title }) => title))].join('; ')}`)
if (skipsCount && skipped.length > 0) failures.push(`${skipped.length} skipped tests, which CI does not allow`)
if (passed === 0) failures.push('no test passed')
print(failures.length > 0 ? `\nNot well: ${failures.join(', ')}` : '\nAll is well.')
// A failed check is not a test, but must show in the last line.
print(`${passed} passed, ${Math.max(failed, failures.length)} failed`)
process.exit(failures.length > 0 || failed > 0 ? 1 : 0)
