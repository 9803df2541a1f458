// `npm run mutation [-- FILE ...]`: changes files in many small ways, one at a time, and runs their tests. Prints each change that
// no test notices. Fails if tests notice less than 85 of 100.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { createVitest, type Vitest } from 'vitest/node'
import { listSubjects, type Subject } from './subjects.ts'

const root = join(import.meta.dirname, '../..')
const MIN_NOTICED_SHARE = 0.85
/** How many switches a file may pass while its modules load again, and for each switch that its tests passed without a change. */
const LOADING = 100_000
const LOOP_FACTOR = 10
/** Only ends tests that a change makes wait forever. */
const TEST_TIMEOUT_MS = 180_000

type Mutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number]

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Makes all changes to some files, each behind a switch. @returns the new sources and the changes, by path */
async function instrument(files: readonly string[]) {
  const silent = { debug: () => undefined, info: () => undefined, isDebugEnabled: () => false }
  const sources = files.map((file) => ({
    name: join(root, file),
    mutate: true,
    content: readFileSync(join(root, file), 'utf8'),
  }))
  const { files: changed, mutants } = await new Instrumenter(silent).instrument(sources, {
    plugins: null,
    ignorers: [],
    // Texts are either sentences, which other tests compare exactly, or values that the compiler checks.
    excludedMutations: ['StringLiteral'],
  })
  return {
    sources: new Map(changed.map(({ name, content }) => [name, content])),
    mutants: Map.groupBy(
      mutants.filter(({ status }) => status !== 'Ignored'),
      ({ fileName }) => fileName,
    ),
  }
}

/** Opens vitest, which loads the changed sources instead of the stored ones. */
async function openVitest(subjects: readonly Subject[], sources: ReadonlyMap<string, string>): Promise<Vitest> {
  return createVitest(
    {
      config: false,
      root,
      watch: false,
      include: subjects.flatMap(({ tests }) => tests),
      runner: join(import.meta.dirname, 'mutant-runner.ts'),
      globalSetup: subjects.some(({ needsDatabase }) => needsDatabase) ? ['server/test/global-setup.ts'] : [],
      // Cached modules would contain other changes.
      fsModuleCache: false,
      isolate: false,
      pool: 'threads',
      maxWorkers: 1,
      testTimeout: TEST_TIMEOUT_MS,
      hookTimeout: 10 * TEST_TIMEOUT_MS,
      expect: { poll: { timeout: TEST_TIMEOUT_MS / 6, interval: 20 } },
      reporters: [{}],
      onConsoleLog: () => false,
      // What a change leaves behind may fail after its test has ended.
      dangerouslyIgnoreUnhandledErrors: true,
    },
    {
      resolve: { alias: { '@node-rs/argon2': join(root, 'server/test/cheap-argon2.ts') } },
      plugins: [
        {
          name: 'changed-sources',
          enforce: 'pre',
          load: (id) => sources.get(id.split('?')[0] ?? ''),
        },
      ],
    },
  )
}

type File = ReturnType<Vitest['state']['getFiles']>[number]
type Task = File['tasks'][number]
const listTests = (tasks: readonly Task[]): Extract<Task, { type: 'test' }>[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? listTests(task.tasks) : [task]))

/** Runs test files, and returns their results. */
async function runTests(
  vitest: Vitest,
  paths: readonly string[],
  given: { changes: readonly string[]; switchLimit: number },
): Promise<File[]> {
  vitest.state.filesMap.clear()
  vitest.provide('changes', given.changes)
  vitest.provide('switchLimit', given.switchLimit)
  const project = vitest.getRootProject()
  await vitest.runTestSpecifications(paths.map((path) => project.createSpecification(join(root, path))))
  return vitest.state.getFiles()
}

/** Returns why a test or a hook of a file failed, or undefined if none did. */
function findFailure(file: File): string | undefined {
  const failed = [...listTests(file.tasks), file].find(({ result }) => result?.state === 'fail')
  return failed && `${failed.name}: ${failed.result?.errors?.[0]?.message}`
}

/** Tries all changes to a file. @returns those that no test notices. @throws if tests fail without a change */
async function findSurvivors(vitest: Vitest, { tests }: Subject, mutants: readonly Mutant[]): Promise<Mutant[]> {
  const changes = mutants.map(({ id }) => id)
  const files = await runTests(vitest, tests, { changes, switchLimit: Infinity })
  for (const file of files) {
    const failure = findFailure(file)
    if (failure !== undefined) throw new Error(`Fails without a change, or again after one: ${file.name}: ${failure}`)
  }
  const noticed = new Set(files.flatMap((file) => listTests(file.tasks)).flatMap(({ meta }) => meta.noticed ?? []))
  const survivors = mutants.filter(({ id }) => !noticed.has(id))
  // Code that runs while modules load, or in hooks, must be changed before that.
  const outside = new Set(files.flatMap(({ meta }) => meta.reachedOutside ?? []))
  const again = survivors.filter(({ id }) => outside.has(id)).map(({ id }) => id)
  const switchLimit = LOADING + LOOP_FACTOR * Math.max(...files.map(({ meta }) => meta.passed ?? 0))
  const paths = again.flatMap((id) => tests.map((test) => `${test}?mutant=${id}`))
  const reloaded = paths.length > 0 ? await runTests(vitest, paths, { changes: again, switchLimit }) : []
  for (const file of reloaded)
    if (findFailure(file) !== undefined) noticed.add(file.filepath.split('?mutant=')[1] ?? '')
  return survivors.filter(({ id }) => !noticed.has(id))
}

/** Describes a change that no test noticed: the line, the original code, and its replacement. */
function describeSurvivor(source: string, { mutatorName, replacement, location: { start, end } }: Mutant): string {
  const lines = source.split('\n').slice(start.line, end.line + 1)
  const last = lines.at(-1) ?? ''
  lines[lines.length - 1] = last.slice(0, end.column)
  lines[0] = (lines[0] ?? '').slice(start.column)
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100)
  return `${start.line + 1}: ${mutatorName}: ${short(lines.join('\n'))} → ${short(replacement)}`
}

const chosenFiles = process.argv.slice(2)
const subjects = listSubjects().filter(({ file }) => chosenFiles.length === 0 || chosenFiles.includes(file))
if (subjects.length === 0 || subjects.length < chosenFiles.length)
  throw new Error(`Not among the files of bin/mutation/subjects.ts: ${chosenFiles.join(', ')}.`)
const percent = (found: number, all: number) => (all === 0 ? 'none to try' : `${((found / all) * 100).toFixed(0)} %`)
const { sources, mutants } = await instrument(subjects.map(({ file }) => file))
const vitest = await openVitest(subjects, sources)
let [found, all] = [0, 0]
for (const subject of subjects) {
  const path = join(root, subject.file)
  const changes = mutants.get(path) ?? []
  const survivors = await findSurvivors(vitest, subject, changes)
  const noticed = changes.length - survivors.length
  ;[found, all] = [found + noticed, all + changes.length]
  say(`${subject.file}: ${noticed} of ${changes.length} changes noticed (${percent(noticed, changes.length)})`)
  const source = readFileSync(path, 'utf8')
  for (const survivor of survivors) say(`  ${describeSurvivor(source, survivor)}`)
}
await vitest.close()
say(`${found} of ${all} changes noticed (${percent(found, all)})`)
process.exit(found / all < MIN_NOTICED_SHARE ? 1 : 0)
