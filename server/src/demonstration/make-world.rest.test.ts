// A demonstration world is created by the product itself, so its points, payments and draws have to add up like real ones.
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ageCategories, adminRoles } from '@baobab/contract/accounts/rules.ts'
import { logInAdmin } from '@baobab/contract/accounts/admin.ts'
import { logInStudent } from '@baobab/contract/accounts/endpoints.ts'
import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { ResultFile } from '@baobab/contract/scholarship/draw/files.ts'
import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import { lastMonth, monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { listDraws } from '@baobab/contract/scholarship/endpoints.ts'
import { count } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import { makeStudent } from '../../test/factories.ts'
import { startTestApp, type TestApp, openTestApp } from '../../test/harness.ts'
import { waitFor } from '../../test/wait-for.ts'
import { students } from '../accounts/tables.ts'
import { reconcile } from '../payments/reconcile.ts'
import { payments } from '../payments/tables.ts'
import { ConfigError } from '../platform/config.ts'
import { readDrawFile } from '../scholarship/draw-files.ts'
import { findDraw } from '../scholarship/queries.ts'
import { toBeacons, toNotices } from '../scholarship/rules.ts'
import { loadStarterContent } from '../starter-content.ts'
import { adminName, describeLogins, emailOf, readLogins } from './logins.ts'
import { makeWorld } from './make-world.ts'
import { worldBegin } from './plan.ts'
import { beginDemonstration, isDemonstration } from './prepare-demonstration.ts'
import { demonstration } from './tables.ts'

let now: Date
const shares: number[] = []

let calls = 0
/** Refuses some calls at first, like a server on a slow machine. */
const injectOnBusyServer = async (options: InjectOptions) => {
  calls += 1
  const refused = { statusCode: 503, headers: { 'retry-after': '0' }, rawPayload: Buffer.from('') }
  return calls % 50 < 2 ? refused : t.http.inject(options)
}

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
beforeAll(async () => {
  await beginDemonstration(t.app)
  now = t.app.clock.now()
  t.app.clock.set(worldBegin(now))
  await loadStarterContent(t.app)
  const http = { inject: injectOnBusyServer } as TestApp['http']
  await makeWorld({ ...t, http }, { now, onProgress: (share) => shares.push(share) })
})

it('has thirty students on the leaderboards, with points that add up', async () => {
  const boards = await Promise.all(
    (['5-10', '11-20'] as const).map((category) => t.as()(leaderboard, { query: { ageCategory: category } })),
  )
  const onBoards = boards.map((board) => board.length)
  expect(onBoards.reduce((sum, total) => sum + total, 0)).toBe(30)
  expect(Math.min(...onBoards)).toBeGreaterThanOrEqual(12)
  await expectScoresToAddUp(t)
})

it('has payments in several states; the open one counts as abandoned once the provider is asked again', async () => {
  await waitFor(async () => {
    await reconcile(t.app)
    const rows = await t.app.db.select({ state: payments.state, count: count() }).from(payments).groupBy(payments.state)
    const counts = Object.fromEntries(rows.map((row) => [row.state, row.count]))
    expect(counts).toEqual({ succeeded: expect.any(Number), refunded: 1, abandoned: 1 })
    expect(counts.succeeded).toBeGreaterThan(15)
  })
})

it('has a finished draw that anybody can check', async () => {
  const { draws } = await t.as()(listDraws, {})
  const first = lastMonth(monthCloses(lastMonth(now)).closesAt)
  const draw = draws.find(({ month }) => month === first)
  expect(draw?.winner?.name).toMatch(/^[a-z]/)
  const loaded = await findDraw(t.app, first)
  const { chain, events } = loaded
  const list = await readDrawFile(t.app, loaded, 'list.txt')
  const result = ResultFile.parse(JSON.parse(await readDrawFile(t.app, loaded, 'result.json')))
  const beacons = toBeacons(events)
  const check = checkDraw({ month: first, list, chain, beacons, notices: toNotices(loaded), result })
  expect(check.steps.every(({ isTrue }) => isTrue)).toBe(true)
  expect([check.outcome, draw?.state]).toEqual(['drawn', 'confirmed'])
  expect(createHash('sha256').update(list).digest('hex')).toBe(draw?.listHash)
})

it('can be entered by its students and admins, whose passwords only this user of the machine can read', async () => {
  const { studentPassword, adminPassword } = await readLogins(t.app)
  const body = { email: emailOf('adaobi7'), password: studentPassword }
  expect((await t.as()(logInStudent, { body })).studentData.username).toBe('adaobi7')
  const [printed = ''] = describeLogins({ studentPassword, adminPassword }, t.app.clock.now())
  const named = [...printed.matchAll(/(\S+@\S+) \(ages (\S+)\)/g)]
  expect(named.map(([, , category]) => category)).toEqual(ageCategories)
  for (const [, email = '', category] of named) {
    const { studentData } = await t.as()(logInStudent, { body: { email, password: studentPassword } })
    expect(studentData.ageCategory).toBe(category)
  }
  for (const role of adminRoles) {
    const login = { email: emailOf(adminName(role)), password: adminPassword }
    expect((await t.as()(logInAdmin, { body: login })).adminData.role).toBe(role)
  }
  const { mode } = await stat(join(t.app.config.dataDir, 'demo-logins.json'))
  expect(mode & 0o077).toBe(0)
})

it('resets the clock, reports its progress, and is created once', async () => {
  expect(t.app.clock.offsetMs()).toBe(0)
  expect(shares.at(-1)).toBe(1)
  expect(await isDemonstration(t.app.db)).toBe(true)
  expect(await beginDemonstration(t.app)).toBe(false)
  expect(await t.app.db.select({ count: count() }).from(students)).toEqual([{ count: 30 }])
})

it('is refused in a database with another world, and after an interrupted start', async () => {
  const other = await startTestApp()
  await makeStudent(other)
  await expect(beginDemonstration(other.app)).rejects.toThrow('holds another world')
  expect(await isDemonstration(other.app.db)).toBe(false)
  await other.app.db.insert(demonstration).values({})
  await expect(beginDemonstration(other.app)).rejects.toThrow(ConfigError)
  await expect(beginDemonstration(other.app)).rejects.toThrow('was not finished')
  await other.close()
})
