// How Stryker runs tests: only those of the file that is mutated, in the copy of the sources that Stryker makes.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '../..')
const testTimeout = 120_000
const include = (process.env['MUTATION_TESTS'] ?? '').split(' ')
const needsDatabase = process.env['MUTATION_NEEDS_DATABASE'] === 'true'

export default defineConfig({
  root,
  resolve: {
    alias: [
      // The packages are links to the sources, so that the copy would use the unchanged ones.
      { find: /^@baobab\/(contract|sandbox)\//, replacement: `${root}/$1/src/` },
      { find: '@node-rs/argon2', replacement: join(root, 'server/test/cheap-argon2.ts') },
    ],
  },
  test: {
    include,
    globalSetup: needsDatabase ? [join(root, 'server/test/global-setup.ts')] : [],
    isolate: false,
    testTimeout,
    hookTimeout: testTimeout,
    // Below the time after which Stryker counts a mutant as one that never ends.
    expect: { poll: { timeout: 10_000, interval: 20 } },
  },
})
