import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'rules', include: ['contract/src/**/*.test.ts', 'sandbox/**/*.test.ts', 'server/src/**/rules.test.ts', 'content/**/*.test.ts'] },
      },
    ],
  },
})
