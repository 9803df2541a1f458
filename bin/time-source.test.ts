// The database's clock is the only source of time: `app.clock` on the server, or clock_timestamp() plus its offset in SQL; in
// browsers web/app/api/server-time.ts, which follows the times in the server's replies.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Matches reads of the machine's clock. performance.now() is not one: it measures durations. */
const machineTime =
  /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)|\bperformance\.timeOrigin\b|\bprocess\.hrtime\b/g

const withoutComments = (source: string) => source.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')

/** The files that may read the machine's clock, each with the reason. */
const allowed: Record<string, string> = {
  'server/src/platform/clock.ts': 'compares it with the clock of the database',
  'server/src/platform/files/temporary-files.ts': 'the times of files are those of the machine',
  'server/src/platform/identity-providers/identity-provider.ts': 'tells a library by how much that clock is wrong',
  'server/src/quiz/import/child/cell-doubts.ts': 'its program has no database, and the year is enough',
  'server/src/system/health/database-checks.ts': 'compares it with the clock of the database',
  'server/src/system/health/installation.ts': 'the database may be unavailable, and a day is enough',
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
])("%s reads the machine's clock: %s", (code, expected) => {
  expect(code.match(machineTime) !== null).toBe(expected)
})

it("no server file reads the machine's clock, except those with a reason", () => {
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(200)
  const reading = files.filter((file) => readFileSync(join(root, file), 'utf8').match(machineTime))
  expect(reading.toSorted()).toEqual(Object.keys(allowed).toSorted())
})

/** In browsers `performance.now()` counts too, because it stops while a phone sleeps. So do intervals that count down with it. */
const browserTime = new RegExp(`${machineTime.source}|\\bperformance\\.now\\b|\\bsetInterval\\b`, 'g')

/** The files that may read a browser's clock or repeat something at intervals, each with the reason. */
const allowedInBrowsers: Record<string, string> = {
  'web/app/accounts/identity-providers/return-signal.ts': 'asks again whether the window has replied',
  'web/app/accounts/identity-providers/use-provider-sign-in.ts': 'asks again whether the window is closed',
  'web/app/api/early-replies.ts': 'a script in the HTML, which runs before all others',
  'web/app/api/query.ts': 'compares with the times that TanStack Query gives to replies',
  'web/app/api/server-time.ts': 'the source of time',
  'web/app/dashboard/stored-dashboard.tsx': 'compares with the times that TanStack Query gives to replies; sends again',
  'web/app/forms/reload-for-new-version.ts': 'compares two loads of a page, which may have had no reply',
  'web/app/quiz/answer-outbox.ts': 'measures how long an answer waited, on a phone that may have been offline',
  'web/app/quiz/use-attempt.ts': 'sends again; notes when an answer was tapped',
  'web/app/read-aloud/caption-reader.ts': 'measures how fast the voice of this phone is',
  'web/app/shell/error-page.tsx': 'compares two loads of a page, which may have had no reply',
  'web/app/videos/downloads/app-downloader.ts': 'sends again',
  'web/app/videos/player/use-save-position.ts': 'stores the position while a video plays',
  'web/app/videos/track-played.ts': 'measures how long is played and read on this device',
  'web/app/videos/use-send-pending-progress.ts': 'sends again',
  'web/sw/sw.ts': 'a push message arrives without a time, and only its sound depends on it',
}

it('no page script bypasses the source of time, except those with a reason', () => {
  const files = globSync('web/{app,public-pages,sw}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  expect(files.length).toBeGreaterThan(500)
  const reading = files.filter((file) => withoutComments(readFileSync(join(root, file), 'utf8')).match(browserTime))
  expect(reading.toSorted()).toEqual(Object.keys(allowedInBrowsers).toSorted())
})

/** Matches a day made from the first ten characters of a UTC time, which is wrong in Lagos from 23:00 UTC on. */
const utcDay = /toISOString\(\)\s*\.\s*(slice\(0,|split\(|substring\(0,)|\.getUTCFullYear\(\)/

/** The files that may do this, each with the reason. */
const utcDays: Record<string, string> = {
  'bin/repeat-tests.ts': 'names logs of this machine',
  'contract/src/accounts/rules.ts': 'adds the offset of Lagos before',
  'contract/src/accounts/age.test.ts': 'counts with days that have no time',
  'contract/src/kernel/days.ts': 'counts with days that have no time',
  'server/src/privacy/rules.ts': 'counts months of instants',
  'server/src/quiz/import/cells/rules.ts': 'counts with days that have no time',
  'server/test/fuzz/hostile.ts': 'generates random days',
  'web/app/notifications/admin/lagos-time.ts': 'adds the offset of Lagos before',
}

it('no file makes a day from a UTC time, tests included, except those with a reason', () => {
  const folders = '{bin,contract/src,e2e,sandbox/src,server/src,server/test,web/app}'
  const files = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root })
  expect(files.length).toBeGreaterThan(700)
  const making = files.filter((file) => utcDay.test(readFileSync(join(root, file), 'utf8')))
  expect(making.toSorted()).toEqual(Object.keys(utcDays).toSorted())
})
