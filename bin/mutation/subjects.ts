// The files to mutate (the pure rules, and the code that protects accounts and ranks) and the tests that must notice.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

export type Subject = { file: string; tests: readonly string[]; needsDatabase: boolean }

const root = join(import.meta.dirname, '../..')

/** A file's tests besides the one with its own name. */
const otherTests: Readonly<Record<string, readonly string[]>> = {
  ...inContract('accounts/rules', ['accounts/age', 'accounts/password-rules', 'accounts/roles', 'kernel/fields']),
  ...inContract('payments/rules', ['payments/naira', 'payments/payment-time']),
  ...inContract('quiz/rules', ['quiz/moments', 'quiz/option-pictures', 'quiz/pace']),
  ...inContract('scholarship/rules', ['scholarship/month', 'scholarship/public-name', 'scholarship/draw/draw']),
  ...inContract('scholarship/draw/check-draw', ['scholarship/draw/witnesses']),
  ...inContract('scholarship/draw/attempt', ['scholarship/draw/check-draw', 'scholarship/draw/witnesses']),
  ...inContract('scholarship/draw/order', ['scholarship/draw/draw', 'scholarship/draw/check-draw']),
  ...inContract('scholarship/draw/schedule', ['scholarship/draw/draw']),
  ...inContract('scholarship/draw/list', ['scholarship/draw/draw']),
  ...inContract('scholarship/draw/witnesses', ['scholarship/draw/check-draw']),
  'server/src/leaderboard/rules.ts': ['server/src/leaderboard/score-counts.test.ts'],
}

function inContract(file: string, tests: readonly string[]): Record<string, string[]> {
  return { [`contract/src/${file}.ts`]: tests.map((test) => `contract/src/${test}.test.ts`) }
}

/** Files that are tested through the API, against a real database. */
const withDatabase: Readonly<Record<string, readonly string[]>> = {
  'server/src/accounts/sessions.ts': ['server/src/accounts/sessions.test.ts'],
  'server/src/platform/security/rate-limits.ts': ['server/test/platform/limits.test.ts'],
  'server/src/platform/security/attempt-backoff.ts': ['server/test/platform/limits.test.ts'],
  'server/src/platform/security/tokens.ts': ['server/src/accounts/sessions.test.ts'],
  'server/src/privacy/erase-account.ts': ['server/src/privacy/erase-account.test.ts'],
  'server/src/leaderboard/ranking.ts': ['server/src/leaderboard/open-ranking.test.ts'],
  'server/src/scholarship/publish-rules.ts': ['server/src/scholarship/publish-rules.test.ts'],
}

const pure = [
  'contract/src/{accounts,payments,quiz,scholarship}/rules.ts',
  'contract/src/scholarship/draw/{attempt,check-draw,list,order,schedule,witnesses}.ts',
  'server/src/**/rules.ts',
  'server/src/**/*-rules.ts',
  'server/src/leaderboard/score-counts.ts',
  'server/src/platform/security/signed-links.ts',
]

const ownTest = (file: string) => file.replace(/\.ts$/, '.test.ts')

/** Lists every file to mutate, with its tests. @throws if a file has none */
export function listSubjects(): Subject[] {
  const files = globSync(pure, { cwd: root, exclude: ['**/node_modules/**'] }).filter((file) => !(file in withDatabase))
  const rules = files.toSorted().map((file): Subject => {
    const tests = [ownTest(file), ...(otherTests[file] ?? [])].filter((test) => existsSync(join(root, test)))
    if (tests.length === 0) throw new Error(`${file} has no test: write one, or name the test that tries it.`)
    return { file, tests, needsDatabase: false }
  })
  const others = Object.entries(withDatabase).map(([file, tests]): Subject => ({ file, tests, needsDatabase: true }))
  return [...rules, ...others]
}
