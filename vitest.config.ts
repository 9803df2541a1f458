import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'bin/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'content/**/*.test.ts',
            'sandbox/**/*.test.ts',
            'web/app/**/*.test.{ts,tsx}',
            'server/src/**/rules.test.ts',
            'server/src/platform/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'server/src/**/rules.test.ts', 'server/src/platform/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 3,
        },
      },
    ],
  },
})
