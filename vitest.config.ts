import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/** As many as cores, and more than a small machine has: tests wait for the database, for processes and for ffmpeg. */
const maxWorkers = Math.max(4, availableParallelism())
/** Only ends tests that hang; generous, because other programs may keep the machine busy. */
const testTimeout = 600_000

const common = {
  /** How long `expect.poll` waits for a condition: shorter than a test, so that the condition is named. */
  expect: { poll: { timeout: 300_000, interval: 20 } },
  testTimeout,
  hookTimeout: testTimeout,
  maxWorkers,
}

type Options = NonNullable<Extract<TestProjectConfiguration, { test?: unknown }>['test']>

/**
 * Makes two projects of the same tests: `name` for `npm test`, and `name-rest` for `npm run test:rest`, whose files are named
 * `*.rest.test.ts`.
 */
function makeProjects(name: string, { include = [], exclude = [], ...options }: Options): TestProjectConfiguration[] {
  const [others, restFiles] = [[...exclude, '**/node_modules/**'], include.map(toRestPattern)]
  return [
    { test: { ...common, ...options, name, include, exclude: [...others, ...restFiles] } },
    { test: { ...common, ...options, name: `${name}-rest`, include: restFiles, exclude: others } },
  ]
}

/** Files share a worker's packages and document; `setupFiles` lets each find them as if it were the first. A thread costs half of a process. */
const web: Options = { pool: 'threads', isolate: false, setupFiles: ['web/test-setup.ts'] }

const toRestPattern = (pattern: string) => pattern.replace('.test.', '.rest.test.')

export default defineConfig({
  test: {
    projects: [
      ...makeProjects('rules', {
        include: [
          'bin/**/*.test.ts',
          'contract/src/**/*.test.ts',
          'content/**/*.test.ts',
          'sandbox/**/*.test.ts',
          'server/src/**/rules.test.ts',
          'server/src/platform/**/*.test.ts',
          'web/*.test.ts',
        ],
        isolate: false,
      }),
      ...makeProjects('web', { ...web, include: ['web/{app,public-pages}/**/*.test.ts'] }),
      // Tests of components and of everything else that needs a document.
      ...makeProjects('web-dom', {
        ...web,
        environment: 'jsdom',
        include: ['web/*.test.tsx', 'web/{app,public-pages}/**/*.test.tsx'],
      }),
      ...makeProjects('server', {
        include: ['server/**/*.test.ts'],
        exclude: [
          'server/src/**/rules.test.ts',
          'server/src/**/rules.rest.test.ts',
          'server/src/platform/**/*.test.ts',
          'server/test/citus/*.test.ts',
        ],
        globalSetup: ['server/test/global-setup.ts'],
        alias: { '@node-rs/argon2': fileURLToPath(new URL('server/test/cheap-argon2.ts', import.meta.url)) },
        // Files share a worker's modules: importing the whole server for each costs more than most of their tests.
        isolate: false,
      }),
      // Only in `npm run test:citus`, because most machines have no Citus.
      {
        test: {
          ...common,
          name: 'citus',
          include: ['server/test/citus/*.citus.test.ts'],
          globalSetup: ['server/test/citus/require-citus.ts', 'server/test/global-setup.ts'],
        },
      },
    ],
  },
})
