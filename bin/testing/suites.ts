// The parts of `npm test` and of `npm run test:rest`, in the order in which they run.

export type SuiteName = 'test' | 'rest'

/**
 * The one budget of the build and the checks. Each alone is so short that its processor time differs by a third from run to
 * run, because tests run beside it.
 */
export const CHECKS = 'build and checks'

export type Part = {
  /** What the run prints. A runner of tests has a budget of this name. */
  name: string
  command: string
  args: readonly string[]
  /** The runner whose report tells how its tests ended; checks have none. */
  runner?: 'vitest' | 'playwright'
  /** Runs beside the part after it, because much of the time of tests is waiting, and prints when it has ended. */
  isCheck?: boolean
}

/** Divides the budgets of the runners by the number of shards; each shard builds, and the first one has the checks. */
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

/** One after the other: build and types write the types of the routes, which lint reads. */
const checks: readonly Part[] = [
  { name: 'types', ...npmRun('types'), isCheck: true },
  { name: 'lint', ...npmRun('lint'), isCheck: true },
  { name: 'format', ...npmRun('format:check'), isCheck: true },
]

const build: Part = { name: 'build', command: 'node', args: ['bin/build-if-needed.ts'], isCheck: true }

/**
 * Lists the parts of a suite. Only the first shard has the checks, which cannot be divided.
 * @param shard which share of the tests runs, such as `1/3`
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
        `--project=${isRest ? '*-rest' : '!*-rest'}`,
        '--reporter=./bin/testing/vitest-progress.ts',
        ...shardArgs,
      ],
      runner: 'vitest',
    },
    {
      name: isRest ? 'other browser tests' : 'browser tests',
      command: 'npm',
      args: ['test', '--silent', '--workspace', 'e2e', '--', `--project=${isRest ? 'rest' : 'main*'}`, ...shardArgs],
      runner: 'playwright',
    },
  ]
}
