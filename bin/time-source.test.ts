// The database's clock decides everywhere on the server: `app.clock`, or clock_timestamp() plus its offset in SQL.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Reads of the machine's clock. performance.now() is none: it measures durations. */
const machineTime =
  /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)|\bperformance\.timeOrigin\b|\bprocess\.hrtime\b/g

/** The files that may read the machine's clock, each with the reason. */
const allowed: Record<string, string> = {
  'server/src/platform/clock.ts': 'compares it with the clock of the database',
  'server/src/platform/files/temporary-files.ts': 'the times of files are those of the machine',
  'server/src/platform/identity-providers/identity-provider.ts': 'tells a library by how much that clock is wrong',
  'server/src/system/health/database-checks.ts': 'compares it with the clock of the database',
  'server/src/system/health/installation.ts': 'the database may be away, and a day is enough',
  'server/src/system/health/service-checks.ts': 'compares it with the clock of the payment provider',
  'server/src/videos/processing/make-stream.ts': 'the times of files are those of the machine',
}

it.each([
  ['Date.now()', true],
  ['new Date()', true],
  ['Date()', true],
  ['map(Date.now)', true],
  ['new Date(row.at)', false],
  ['performance.now()', false],
  ['app.clock.now()', false],
  ['lagosDate()', false],
])('%s reads the clock of the machine: %s', (code, expected) => {
  expect(code.match(machineTime) !== null).toBe(expected)
})

it('no file of the server reads the clock of the machine, apart from those that have a reason', () => {
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(200)
  const reading = files.filter((file) => readFileSync(join(root, file), 'utf8').match(machineTime))
  expect(reading.toSorted()).toEqual(Object.keys(allowed).toSorted())
})

/** A day made of the first ten characters of a UTC time: wrong in Lagos from 23:00 UTC on. */
const utcDay = /toISOString\(\)\s*\.\s*(slice\(0,|split\(|substring\(0,)|\.getUTCFullYear\(\)/

/** The files that may do this, each with the reason. */
const utcDays: Record<string, string> = {
  'bin/repeat-tests.ts': 'names logs of this machine',
  'contract/src/accounts/rules.ts': 'adds the offset of Lagos before',
  'contract/src/accounts/age.test.ts': 'counts with days that have no time',
  'contract/src/kernel/days.ts': 'counts with days that have no time',
  'server/src/privacy/rules.ts': 'counts months of instants',
  'server/src/quiz/import/cells/rules.ts': 'counts with days that have no time',
  'server/test/fuzz/hostile.ts': 'makes days by chance',
  'web/app/notifications/admin/lagos-time.ts': 'adds the offset of Lagos before',
}

it('no file makes a day from a UTC time, tests included, apart from those that have a reason', () => {
  const folders = '{bin,contract/src,e2e,sandbox/src,server/src,server/test,web/app}'
  const files = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root })
  expect(files.length).toBeGreaterThan(700)
  const making = files.filter((file) => utcDay.test(readFileSync(join(root, file), 'utf8')))
  expect(making.toSorted()).toEqual(Object.keys(utcDays).toSorted())
})
