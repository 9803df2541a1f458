import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { targetOf, wallBetween } from './walls.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const files = globSync(
  [
    'contract/src/**/*.ts',
    'sandbox/src/**/*.ts',
    'server/src/**/*.ts',
    'web/app/**/*.{ts,tsx}',
    'e2e/*.ts',
    'bench/*.ts',
  ],
  {
    cwd: root,
  },
).filter((file) => !/\.test\.tsx?$/.test(file))
const pages = new Set(
  [...read('web/app/routes.ts').matchAll(/'((?!shell\/)[a-z/-]+\.tsx)'/g)].map(([, page]) => `web/app/${page ?? ''}`),
)

describe('every import', () => {
  it('stays within the walls of ARCHITECTURE.md', () => {
    expect(files.length).toBeGreaterThan(300)
    const broken = files.flatMap((file) =>
      [...read(file).matchAll(/\b(?:from|import)\s*\(?'([^',\s]+)'/g)].flatMap(([, specifier = '']) => {
        const why = wallBetween(file, targetOf(file, specifier), pages)
        return why ? [`${file} imports ${specifier}: ${why}`] : []
      }),
    )
    expect(broken).toEqual([])
  })
})

describe('a wall', () => {
  it.each([
    ['contract/src/age.ts', 'node:fs'],
    ['contract/src/age.ts', 'fastify'],
    ['sandbox/src/page.ts', '@baobab/contract/common-text.ts'],
    ['server/src/platform/http/route.ts', '../accounts/queries.ts'],
    ['server/src/accounts/routes.ts', '../quiz/answer-question.ts'],
    ['server/src/videos/rules.ts', '../leaderboard/queries.ts'],
    ['server/src/videos/queries.ts', '../quiz/rules.ts'],
    ['server/src/videos/queries.ts', '../quiz/tables.ts'],
    ['server/src/quiz/routes.ts', '../videos/routes.ts'],
    ['server/src/quiz/routes.ts', 'drizzle-orm'],
    ['server/src/quiz/rules.ts', 'pg'],
    ['server/src/mails/layout.ts', '../accounts/queries.ts'],
    ['web/app/ui/button.tsx', '@baobab/contract/common-text.ts'],
    ['web/app/ui/button.tsx', '../api/q.ts'],
    ['e2e/people.ts', '../server/src/app.ts'],
    ['bench/seed.ts', '../server/src/app.ts'],
  ])('stands between %s and %s', (file, specifier) => {
    expect(wallBetween(file, targetOf(file, specifier))).toBeDefined()
  })

  it.each([
    ['contract/src/quiz.ts', 'zod'],
    ['server/src/quiz/answer-question.ts', '../leaderboard/award-points.ts'],
    ['server/src/quiz/rules.ts', '@baobab/contract/limits.ts'],
    ['web/app/ui/button.tsx', './icon.tsx'],
  ])('does not stand between %s and %s', (file, specifier) => {
    expect(wallBetween(file, targetOf(file, specifier))).toBeUndefined()
  })
})
