// How vitest runs the tests of `npm run mutation`: each test once as it is, and then again for each change in the code that
// it runs, in the same process. Starting a process for each change would take a hundred times as long.
import fc from 'fast-check'
import { TestRunner, vi, type RunnerTask, type RunnerTestCase } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The changes to try, and how often each may run before it counts as an endless loop. */
    hitLimits: Record<string, number>
  }
  interface TaskMeta {
    /** How often each change ran in this test. */
    hits?: Record<string, number>
    /** The changes that made this test fail. */
    noticed?: string[]
    /** How often each change ran outside tests: when modules are loaded, and in hooks. */
    hitsOutside?: Record<string, number>
  }
}

/** What Stryker's instrumented code reads and writes. */
type Switches = {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
  hitCount?: number
  hitLimit?: number
}
const holder = globalThis as typeof globalThis & { __stryker__?: Switches }
const switches = (holder.__stryker__ ??= {})

const HITS_FACTOR = 10
const noticed = new Set<string>()

function activate(mutant: string, hitLimit: number): void {
  Object.assign(switches, { activeMutant: mutant, hitCount: 0, hitLimit })
}

/** Runs a test with a change. @returns whether it fails */
async function fails(run: ReturnType<typeof TestRunner.getTestFn>, mutant: string, hitLimit: number): Promise<boolean> {
  activate(mutant, hitLimit)
  try {
    await run()
    return false
  } catch {
    return true
  } finally {
    switches.activeMutant = undefined
  }
}

export default class MutantRunner extends TestRunner {
  readonly #hitLimits = this.injectValue('hitLimits') as Record<string, number>

  constructor(...args: ConstructorParameters<typeof TestRunner>) {
    super(...args)
    // The same examples in each run, so that a result can be repeated, and no search for the simplest that fails.
    fc.configureGlobal({ seed: 1, endOnFailure: true })
  }

  /** Loads a test file. `FILE?mutant=ID` is the file with all modules loaded anew while that change is active. */
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    const [file = '', mutant] = path.split('?mutant=')
    if (mutant === undefined) return super.importFile(path, source)
    vi.resetModules()
    activate(mutant, this.#hitLimits[mutant] ?? Infinity)
    return super.importFile(file, source)
  }

  /** Called by vitest in place of the test's own function. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    if (test.file.filepath.includes('?mutant=')) return run()
    switches.currentTestId = test.id
    await run()
    switches.currentTestId = undefined
    const hits = switches.mutantCoverage?.perTest[test.id] ?? {}
    test.meta.hits = hits
    test.meta.noticed = []
    for (const [mutant, count] of Object.entries(hits)) {
      if (noticed.has(mutant) || !(mutant in this.#hitLimits)) continue
      if (!(await fails(run, mutant, count * HITS_FACTOR))) continue
      noticed.add(mutant)
      test.meta.noticed.push(mutant)
      // Throws if the test fails only because it was run before, or the change left something behind.
      await run()
    }
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test)
    test.file.meta.hitsOutside = switches.mutantCoverage?.static ?? {}
  }
}
