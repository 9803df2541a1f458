import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { HeavyFilesFirst } from './bin/heavy-files-first.ts'

/** As many as cores, and more than a small machine has: tests wait for the database, for processes and for ffmpeg. */
const maxWorkers = Math.max(4, availableParallelism())
/** Only ends tests that hang; generous, because other programs may keep the machine busy. */
const testTimeout = 600_000
/** How long `expect.poll` waits for a condition: shorter than a test, so that the condition is named. */
const expectOptions = { poll: { timeout: 300_000, interval: 20 } }

export default defineConfig({
  test: {
    sequence: { sequencer: HeavyFilesFirst },
    projects: [
      {
        test: {
          name: 'rules',
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
          expect: expectOptions,
          testTimeout,
          hookTimeout: testTimeout,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'web',
          // Each file has a worker of its own, and a thread costs half of a process.
          pool: 'threads',
          include: ['web/{app,public-pages}/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test-setup.ts'],
          expect: expectOptions,
          testTimeout,
          hookTimeout: testTimeout,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'server/src/**/rules.test.ts', 'server/src/platform/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          alias: { '@node-rs/argon2': fileURLToPath(new URL('server/test/cheap-argon2.ts', import.meta.url)) },
          // Files share a worker's modules: importing the whole server anew for each costs more than most of their tests.
          isolate: false,
          expect: expectOptions,
          testTimeout,
          hookTimeout: testTimeout,
          maxWorkers,
        },
      },
    ],
  },
})
