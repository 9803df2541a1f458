// `npm test`: types, lint, format, unit and API tests, browser tests. All run even if one fails. The last line sums up
// the reports of the runners.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

type Counts = { passed: number; failed: number; skipped: number }

const GIB = 1024 ** 3
const MEMORY_DISK = '/dev/shm'

/**
 * Whether the tests may store their files in memory, which spares a disk: they make and delete hundreds of databases. They
 * need less than 1 GB there, and fake programs that they store have to be executable.
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
const reports = mkdtempSync(join(tmpdir(), 'baobab-reports-'))
/** The tests start dozens of servers, which need to compile the same modules only once. */
const compileCache = mkdtempSync(join(tmpdir(), 'baobab-modules-'))
process.env['NODE_COMPILE_CACHE'] = compileCache
/** Under CI a skipped test is a failure, except for tests that need Linux and root. */
const skipsCount = Boolean(process.env['CI']) && process.platform === 'linux' && process.getuid?.() === 0
const failures: string[] = []
/** What the checks that failed printed. */
const failedOutputs: string[] = []

/**
 * Runs a program, and notes its name if it fails.
 * @param options.isQuiet prints its output when it ends, so that programs side by side do not mix theirs
 */
async function run(
  name: string,
  command: string,
  args: string[],
  { env = {}, isQuiet = false }: { env?: Record<string, string>; isQuiet?: boolean } = {},
): Promise<void> {
  if (!isQuiet) process.stdout.write(`\n== ${name}\n`)
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  // As low as the product sets its ffmpeg, which would otherwise get next to nothing beside the tests that wait for it.
  if (!isQuiet && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => output.push(String(part)))
  const [status] = (await once(child, 'close')) as [number | null]
  const printed = `\n== ${name}\n${output.join('')}`
  if (isQuiet) process.stdout.write(printed)
  if (status === 0) return
  failures.push(name)
  if (isQuiet) failedOutputs.push(printed)
}

function read(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(reports, file), 'utf8')) as Record<string, unknown>
  } catch {
    failures.push(`${file} was not written`)
    return {}
  }
}

const number = (value: unknown) => (typeof value === 'number' ? value : 0)

type VitestFile = {
  name: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

/** Names what failed once more, because the browser tests print much after it. */
function printFailures(files: VitestFile[]): void {
  const print = (...lines: string[]) => process.stdout.write(`\n${lines.join('\n')}\n`)
  for (const { name, message, assertionResults } of files) {
    const file = `Failed in ${relative(root, name)}:`
    if (message) print(file, message)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') print(file, fullName, ...failureMessages)
  }
}

function vitestCounts(): Counts {
  const report = read('vitest.json')
  const files = (report['testResults'] ?? []) as VitestFile[]
  printFailures(files)
  // A file that cannot be loaded reports no tests, so it counts as one failure.
  const broken = number(report['numFailedTestSuites']) > 0 && number(report['numFailedTests']) === 0 ? 1 : 0
  return {
    passed: number(report['numPassedTests']),
    failed: number(report['numFailedTests']) + broken,
    skipped: number(report['numPendingTests']) + number(report['numTodoTests']) - countWithoutHistory(files),
  }
}

/** Counts the tests of the previous release that a checkout without its commit skips: no program could be installed for them. */
const countWithoutHistory = (files: VitestFile[]) =>
  files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, fullName }) => status === 'skipped' && fullName.includes('git fetch --unshallow')).length

function playwrightCounts(): Counts {
  const stats = (read('playwright.json')['stats'] ?? {}) as Record<string, unknown>
  return {
    passed: number(stats['expected']) + number(stats['flaky']),
    failed: number(stats['unexpected']),
    skipped: number(stats['skipped']),
  }
}

/** Runs a check beside other programs. */
const check = (name: string, command: string, ...args: string[]) => run(name, command, args, { isQuiet: true })

/** One after another: build and types delete and write the types of the routes, which lint reads. */
async function checkSources(): Promise<void> {
  await check('types', 'npm', 'run', 'types', '--silent')
  await check('lint', 'npm', 'run', 'lint', '--silent')
  await check('format', 'npm', 'run', 'format:check', '--silent')
}

await check('build', 'node', 'bin/build-if-needed.ts')
// Much of the tests' time is waiting, which the checks use.
await Promise.all([
  checkSources(),
  run('unit and API tests', 'npx', [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ]),
])
await run('browser tests', 'npm', ['run', 'test:e2e', '--silent'], {
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') },
})

const all = [vitestCounts(), playwrightCounts()]
for (const folder of [reports, compileCache]) rmSync(folder, { recursive: true, force: true })
const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
if (skipsCount && sum('skipped') > 0) failures.push(`${sum('skipped')} skipped tests, which CI does not allow`)
// Once more, because the tests print much after them.
process.stdout.write(failedOutputs.join(''))
process.stdout.write(failures.length > 0 ? `\nNot well: ${failures.join(', ')}\n` : '\nAll is well.\n')
// A failed check (types, lint, format) is not a test, but must show in the last line.
process.stdout.write(`${sum('passed')} passed, ${Math.max(sum('failed'), failures.length)} failed\n`)
process.exit(failures.length > 0 || sum('failed') > 0 || sum('passed') === 0 ? 1 : 0)
