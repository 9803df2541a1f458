// How vitest runs the tests of `npm run mutation`: each test once without changes, then again for each change in the code it
// runs, in the same process. A process for each change would take a hundred times as long.
import fc from 'fast-check'
import { TestRunner, vi, type RunnerTask, type RunnerTestCase } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The changes to try. */
    changes: readonly string[]
    /** How many switches a file may pass, including loading its modules again, before it counts as an endless loop. */
    switchLimit: number
  }
  interface TaskMeta {
    /** The changes that made this test fail. */
    noticed?: string[]
    /** The changes that ran outside tests: while modules were loaded, and in hooks. */
    reachedOutside?: string[]
    /** How many switches the file passed without a change. */
    passed?: number
  }
}

/** The globals that Stryker's instrumented code reads and writes. */
type Switches = {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}
const holder = globalThis as typeof globalThis & { __stryker__?: Switches }
const switches = (holder.__stryker__ ??= {})

/** How many times more switches than without a change code may pass before it counts as an endless loop. */
const LOOP_FACTOR = 10
const noticed = new Set<string>()

/**
 * Activates a change and counts the switches that the code passes. An endless loop passes switches forever, no matter which change
 * caused it, and nothing else can stop it.
 */
const active: { change: string | undefined; passed: number; limit: number } = {
  change: undefined,
  passed: 0,
  limit: Infinity,
}
Object.defineProperty(switches, 'activeMutant', {
  get() {
    active.passed += 1
    if (active.passed > active.limit) throw new Error('An endless loop.')
    return active.change
  },
})

const activate = (change: string | undefined, limit: number) => Object.assign(active, { change, passed: 0, limit })

/** Runs a test with a change. @returns whether it fails */
async function fails(run: ReturnType<typeof TestRunner.getTestFn>, change: string, limit: number): Promise<boolean> {
  activate(change, limit)
  try {
    await run()
    return false
  } catch {
    return true
  } finally {
    activate(undefined, Infinity)
  }
}

export default class MutantRunner extends TestRunner {
  readonly #changes = new Set(this.injectValue('changes') as readonly string[])
  readonly #switchLimit = this.injectValue('switchLimit') as number
  /** How many switches the file has passed without a change. */
  #passed = 0

  constructor(...args: ConstructorParameters<typeof TestRunner>) {
    super(...args)
    // The same examples in each run, so that results are reproducible, and no search for the simplest failing example.
    fc.configureGlobal({ seed: 1, endOnFailure: true })
  }

  /** Loads a test file. `FILE?mutant=ID` is the file with all modules loaded again while that change is active. */
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    const [file = '', change] = path.split('?mutant=')
    if (change === undefined) return super.importFile(path, source)
    vi.resetModules()
    activate(change, this.#switchLimit)
    return super.importFile(file, source)
  }

  /** Called by vitest instead of the test's own function. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    if (test.file.filepath.includes('?mutant=')) return run()
    switches.currentTestId = test.id
    activate(undefined, Infinity)
    await run()
    switches.currentTestId = undefined
    const usual = active.passed
    this.#passed += usual
    test.meta.noticed = []
    for (const change of Object.keys(switches.mutantCoverage?.perTest[test.id] ?? {})) {
      if (noticed.has(change) || !this.#changes.has(change)) continue
      if (!(await fails(run, change, usual * LOOP_FACTOR))) continue
      noticed.add(change)
      test.meta.noticed.push(change)
      // Throws if the test only fails because it already ran once, or because the change left something behind.
      await run()
    }
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test)
    test.file.meta.reachedOutside = Object.keys(switches.mutantCoverage?.static ?? {})
    test.file.meta.passed = this.#passed
  }
}
