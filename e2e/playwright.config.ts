import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser } from './browser.ts'

/** The tests of `npm run test:rest`. All others belong to `npm test`. */
const restTests = '*.rest.test.ts'

/** A single test that visits every page. It starts first, so that the other workers are not idle at the end. */
const longTest = 'pages.test.ts'

/** Reads the logs of all other tests, so it runs when they are done, even if some have failed. */
const lastTest = 'run-logs.test.ts'

const executablePath = await findBrowser()

/** A test's page lives for seconds: optimizing its functions takes more time than it saves. */
const withoutOptimizing = '--js-flags=--no-maglev --no-turbofan'

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'main-pages', testMatch: longTest, teardown: 'last' },
    { name: 'main', testMatch: '*.test.ts', testIgnore: [longTest, restTests, lastTest], teardown: 'last' },
    { name: 'rest', testMatch: restTests, teardown: 'last' },
    { name: 'last', testMatch: lastTest },
  ],
  globalSetup: './global-setup.ts',
  // More than a small machine's cores: much of each test waits for delays that the product requires.
  workers: Math.max(3, availableParallelism() + 1),
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // Both limits only end tests that hang. They are generous, because other programs may keep the machine busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : 'list',
  use: {
    // Installing the service worker is a quarter of the work of a first page. Tests of the service worker allow it.
    serviceWorkers: 'block',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    viewport: { width: 390, height: 844 },
    launchOptions: { executablePath, args: [...browserArguments, withoutOptimizing] },
    screenshot: 'only-on-failure',
    // Each frame of an animation costs processor time, in all a third of a page's first load. Tests of animations turn them on.
    reducedMotion: 'reduce',
  },
})
