// Finds flaky tests: `npm run test:repeat` runs the README's commands on fresh clones of HEAD, ten times by default, three of them
// while other programs keep every core busy. Each run becomes a line in data/test-runs/runs.csv, so an interrupted series continues
// with the next run. Delete the file to start a new series.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const log = join(root, 'data/test-runs/runs.csv')
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, busy: { type: 'string', default: '3' } },
})
const [runs, busyRuns] = [Number(values.runs), Number(values.busy)]

/** Returns the lines of the log without its header. */
function readRuns(): string[] {
  if (!existsSync(log)) return []
  return readFileSync(log, 'utf8').trim().split('\n').slice(1)
}

/** Starts one busy loop for each core, at the same priority as the tests. They stop by themselves if nobody stops them. */
function keepCoresBusy(): ChildProcess[] {
  const loop = 'const end = Date.now() + 3 * 3_600_000; while (Date.now() < end);'
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }),
  )
}

type Outcome = { seconds: number; passed: number; failed: number; output: string }

/** Runs the tests of a clone. A run that cannot start counts as one failure. */
async function runTests(clone: string): Promise<Outcome> {
  const start = performance.now()
  const child = spawn('bash', ['.ci/run'], { cwd: clone, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(String(part)))
  await once(child, 'close')
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(output.join(''))
  return {
    seconds: Math.round((performance.now() - start) / 1_000),
    passed: Number(counts?.[1] ?? 0),
    failed: Number(counts?.[2] ?? 1),
    output: output.join(''),
  }
}

/** Keeps the output of a failed run, and the screenshots of its browser tests. */
function keepResults(clone: string, { output }: Outcome, number: number): void {
  const folder = join(root, `data/test-runs/${number}`)
  const screenshots = join(clone, 'test-results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'output.log'), output)
  if (existsSync(screenshots)) cpSync(screenshots, join(folder, 'browser'), { recursive: true })
  process.stdout.write(`  Its output is in ${folder}.\n`)
}

async function runOnce(number: number, isBusy: boolean): Promise<Outcome> {
  const clone = mkdtempSync(join(tmpdir(), 'baobab-run-'))
  const busy: ChildProcess[] = []
  try {
    // PostgreSQL does not run as root, and its user needs access to the programs in the clone.
    chmodSync(clone, 0o755)
    spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' })
    if (isBusy) busy.push(...keepCoresBusy())
    const outcome = await runTests(clone)
    if (outcome.failed > 0) keepResults(clone, outcome, number)
    return outcome
  } finally {
    for (const child of busy) child.kill()
    rmSync(clone, { recursive: true, force: true })
  }
}

mkdirSync(dirname(log), { recursive: true })
if (!existsSync(log)) writeFileSync(log, 'date,commit,cores,cores kept busy,seconds,passed,failed\n')
for (let number = readRuns().length; number < runs; number += 1) {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim()
  const isBusy = number >= runs - busyRuns
  process.stdout.write(`Run ${number + 1} of ${runs} on ${commit}${isBusy ? ', every core kept busy' : ''}\n`)
  const { seconds, passed, failed } = await runOnce(number + 1, isBusy)
  const cores = availableParallelism()
  const row = [new Date().toISOString().slice(0, 16), commit, cores, isBusy ? cores : 0, seconds, passed, failed]
  appendFileSync(log, `${row.join(',')}\n`)
  process.stdout.write(`  ${passed} passed, ${failed} failed in ${seconds} s\n`)
}
