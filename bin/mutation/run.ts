// `npm run mutation [-- FILE ...]`: changes a file in many small ways, one at a time, and runs its tests. A change that no
// test notices is printed. Fails if tests notice less than 85 of 100. docs/mutation.md has the results.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listSubjects, type Subject } from './subjects.ts'

const root = join(import.meta.dirname, '../..')
const MIN_NOTICED_SHARE = 0.85
/** How much longer than without a change tests may take before the change counts as an endless loop, and so as noticed. */
const EXTRA_TIME_MS = 20_000

/** The part of Stryker's report that is read here. */
type Mutant = {
  mutatorName: string
  replacement?: string
  status: string
  location: { start: { line: number; column: number }; end: { line: number; column: number } }
}
type Report = { files: Record<string, { source: string; mutants: Mutant[] }> }
type Result = { file: string; found: number; all: number; survivors: string[] }

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Returns what Stryker needs to know to mutate one file. */
const settingsFor = ({ file, needsDatabase }: Subject, folder: string) => ({
  mutate: [file],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'bin/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // One test process leaves the machine usable.
  concurrency: 1,
  timeoutMS: EXTRA_TIME_MS,
  dryRunTimeoutMinutes: 15,
  // A text is a sentence, which tests compare to the letter elsewhere, or a value that the compiler checks.
  mutator: { excludedMutations: ['StringLiteral'] },
  // TypeScript 7 has no interface for JavaScript, by which Stryker would rewrite tsconfig.json.
  tsconfigFile: 'none',
  ignorePatterns: ['/e2e', '/bench', '/docs', '/data', ...(needsDatabase ? [] : ['/web', '/content'])],
  tempDirName: join(folder, 'copy'),
  cleanTempDir: 'always',
  reporters: ['json'],
  jsonReporter: { fileName: join(folder, 'report.json') },
  logLevel: 'warn',
  allowConsoleColors: false,
})

/** Describes a change that no test has noticed: the line, what was there, and what replaced it. */
function describeSurvivor(source: string, { mutatorName, replacement = '', location }: Mutant): string {
  const { start, end } = location
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.at(-1) ?? ''
  lines[lines.length - 1] = last.slice(0, end.column - 1)
  lines[0] = (lines[0] ?? '').slice(start.column - 1)
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100)
  return `${start.line}: ${mutatorName}: ${short(lines.join('\n'))} → ${short(replacement)}`
}

/** Mutates one file. @throws if its tests fail without a change */
function mutate(subject: Subject): Result {
  const folder = mkdtempSync(join(tmpdir(), 'baobab-mutation-'))
  try {
    const settings = join(folder, 'settings.json')
    writeFileSync(settings, JSON.stringify(settingsFor(subject, folder)))
    const { status } = spawnSync('npx', ['stryker', 'run', settings], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        MUTATION_TESTS: subject.tests.join(' '),
        MUTATION_NEEDS_DATABASE: String(subject.needsDatabase),
      },
    })
    if (status !== 0) throw new Error(`Stryker failed on ${subject.file}.`)
    const { files } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
    const { source = '', mutants = [] } = files[subject.file] ?? {}
    const tried = mutants.filter((one) => one.status !== 'Ignored' && one.status !== 'CompileError')
    const survivors = tried.filter((one) => one.status === 'Survived' || one.status === 'NoCoverage')
    return {
      file: subject.file,
      found: tried.length - survivors.length,
      all: tried.length,
      survivors: survivors.map((one) => describeSurvivor(source, one)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const chosenFiles = process.argv.slice(2)
const subjects = listSubjects().filter(({ file }) => chosenFiles.length === 0 || chosenFiles.includes(file))
if (subjects.length === 0 || subjects.length < chosenFiles.length)
  throw new Error(`Not among the files of bin/mutation/subjects.ts: ${chosenFiles.join(', ')}.`)
const percent = (found: number, all: number) => `${((found / all) * 100).toFixed(0)} %`
let [found, all] = [0, 0]
for (const subject of subjects) {
  const result = mutate(subject)
  ;[found, all] = [found + result.found, all + result.all]
  say(`${result.file}: ${result.found} of ${result.all} changes noticed (${percent(result.found, result.all)})`)
  for (const survivor of result.survivors) say(`  ${survivor}`)
}
say(`${found} of ${all} changes noticed (${percent(found, all)})`)
process.exit(found / all < MIN_NOTICED_SHARE ? 1 : 0)
