// The parts of `npm test` and of `npm run test:rest`, in the order in which they run.

export type SuiteName = 'test' | 'rest'

/**
 * The shared budget of the build and the checks. Each one is so short that its processor time varies by a third from run to run,
 * because tests run at the same time.
 */
export const CHECKS = 'build and checks'

export type Part = {
  /** The name that the run prints. A test runner's budget has the same name. */
  name: string
  command: string
  args: readonly string[]
  /** The runner whose report has the test results; checks have none. */
  runner?: 'vitest' | 'playwright'
  /** Runs at the same time as the next part, because tests spend much of their time waiting, and prints its output at the end. */
  isCheck?: boolean
}

/** Divides the budgets of the runners by the number of shards. Every shard builds, and only the first runs the checks. */
export function divideBudgets(
  budgets: Readonly<Record<string, number>>,
  parts: readonly Part[],
  shard: string,
): Record<string, number> {
  const shards = Number(shard.split('/')[1])
  const runners = new Set(parts.flatMap(({ name, runner }) => (runner ? [name] : [])))
  return Object.fromEntries(
    Object.entries(budgets).map(([name, budget]) => [name, runners.has(name) ? budget / shards : budget]),
  )
}

const npmRun = (script: string) => ({ command: 'npm', args: ['run', script, '--silent'] })

/** In sequence: build and types write the route types, which lint reads. */
const checks: readonly Part[] = [
  { name: 'types', ...npmRun('types'), isCheck: true },
  { name: 'lint', ...npmRun('lint'), isCheck: true },
  { name: 'format', ...npmRun('format:check'), isCheck: true },
]

const build: Part = { name: 'build', command: 'node', args: ['bin/build-if-needed.ts'], isCheck: true }

/**
 * Lists the parts of a suite. Only the first shard has the checks, which cannot be divided.
 * @param shard the share of the tests to run, such as `1/3`
 */
export function listParts(suite: SuiteName, shard?: string): Part[] {
  const isRest = suite === 'rest'
  const shardArgs = shard === undefined ? [] : [`--shard=${shard}`]
  const hasChecks = !isRest && (shard === undefined || shard.startsWith('1/'))
  return [
    build,
    ...(hasChecks ? checks : []),
    {
      name: isRest ? 'other unit and API tests' : 'unit and API tests',
      command: 'npx',
      args: [
        'vitest',
        'run',
        ...(isRest ? ['--project=*-rest'] : ['--project=!*-rest', '--project=!citus']),
        '--reporter=./bin/testing/vitest-progress.ts',
        ...shardArgs,
      ],
      runner: 'vitest',
    },
    {
      name: isRest ? 'other browser tests' : 'browser tests',
      command: 'npm',
      args: ['test', '--silent', '--prefix', 'e2e', '--', `--project=${isRest ? 'rest' : 'main*'}`, ...shardArgs],
      runner: 'playwright',
    },
  ]
}
