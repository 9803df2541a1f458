import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { addDays } from '@baobab/contract/kernel/days.ts'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  endClockHold,
  observeClock,
  readClockHold,
  requireRightClock,
  unlessClockIsHeld,
} from '../../src/platform/clock-check.ts'
import { logInStudent } from '../../src/accounts/log-in.ts'
import { startLeaderboardJobs } from '../../src/leaderboard/jobs.ts'
import { startJobs } from '../../src/jobs.ts'
import { loadMetrics } from '../../src/metrics/load-metrics.ts'
import { dailyMetrics } from '../../src/metrics/tables.ts'
import { notifications } from '../../src/notifications/tables.ts'
import { askProvider } from '../../src/payments/ask-provider.ts'
import { payments } from '../../src/payments/tables.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { captureLog } from '../capture-log.ts'
import { inMinutes, notificationCalls } from '../notifications.ts'
import { paymentCalls, paymentRow } from '../payments.ts'
import { attemptBackoffs, clockState, rateLimits } from '../../src/platform/database/tables.ts'
import { deleteStaleAttempts } from '../../src/platform/security/attempt-backoff.ts'
import { makeAdmin, makeQuiz, makeStudent, PASSWORD } from '../factories.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { ledgers, writeLine } from '../ledgers.ts'
import { quizCalls, quizRows } from '../take-quiz.ts'

const DAY_MS = 86_400_000

let t: TestApp
beforeEach(async () => {
  t = await startTestApp()
})
afterEach(() => t.close())

const isHeld = async () => (await observeClock(t.app)).heldSince !== null
const start = (isAccepted = false) => requireRightClock(t.app, { isAccepted })

async function skips(): Promise<boolean> {
  const work = vi.fn<() => Promise<void>>()
  await unlessClockIsHeld(t.app, 'some-job', work)()
  return work.mock.calls.length === 0
}

describe('a doubtful date', () => {
  it('does not arise in an empty database, whatever the clock says', async () => {
    await t.app.db.execute(sql`delete from clock_state`)
    t.app.clock.set(new Date('2044-01-01T00:00:00Z'))
    expect(await isHeld()).toBe(false)
    expect(await skips()).toBe(false)
  })

  it('is a date over 30 days after the last line of each ledger', async () => {
    for (const ledger of ledgers) {
      await t.app.db.execute(sql`delete from clock_state`)
      const earlier = t.app.clock.now().getTime() - 60_000
      await writeLine(t, ledger)
      const { rows } = await t.app.db.execute<{ at: Date }>(
        sql`select at from ${sql.identifier(ledger)} order by seq desc limit 1`,
      )
      const lastAt = new Date(rows[0]?.at ?? 0)
      expect(lastAt.getTime()).toBeGreaterThan(earlier)
      t.app.clock.set(new Date(lastAt.getTime() + 30 * DAY_MS - 60_000))
      await t.app.db.execute(sql`delete from clock_state`)
      expect({ ledger, isHeld: await isHeld() }).toEqual({ ledger, isHeld: false })
      await t.app.db.execute(sql`delete from clock_state`)
      t.app.clock.set(new Date(lastAt.getTime() + 30 * DAY_MS + 60_000))
      expect({ ledger, isHeld: await isHeld() }).toEqual({ ledger, isHeld: true })
      expect({ ledger, skips: await skips() }).toEqual({ ledger, skips: true })
    }
  })

  it('lasts until an owner confirms the date, whatever is written in the meantime', async () => {
    t.app.clock.advance(31 * DAY_MS)
    expect(await isHeld()).toBe(true)
    for (const ledger of ledgers) await writeLine(t, ledger)
    t.app.clock.advance(DAY_MS)
    expect(await isHeld()).toBe(true)
    expect((await t.app.db.transaction((tx) => endClockHold(t.app, tx)))?.heldSince).not.toBeNull()
    expect(await isHeld()).toBe(false)
    expect(await readClockHold(t.app)).toMatchObject({ heldSince: null })
    expect(await t.app.db.transaction((tx) => endClockHold(t.app, tx))).toBeUndefined()
  })

  it('is detected once by servers that check at the same moment', async () => {
    t.app.clock.advance(31 * DAY_MS)
    const states = await Promise.all(Array.from({ length: 8 }, () => observeClock(t.app)))
    expect(new Set(states.map(({ heldSince }) => heldSince?.getTime())).size).toBe(1)
  })
})

describe('a start', () => {
  it('is allowed on a new database and on one whose newest line has the right time', async () => {
    await start()
    for (const ledger of ledgers) await writeLine(t, ledger)
    await start()
    t.app.clock.advance(-59_000)
    await start()
  })

  it('B-13 is refused a minute or more before the newest line of each ledger', async () => {
    for (const ledger of ledgers) {
      t.app.clock.advance(DAY_MS)
      await start()
      t.app.clock.advance(DAY_MS)
      await writeLine(t, ledger)
      t.app.clock.advance(-DAY_MS)
      await expect(start()).rejects.toThrow(
        /^The clock says .*, but the newest line in the database is from .* start once with ACCEPT_CLOCK=1\.$/,
      )
      t.app.clock.advance(DAY_MS)
    }
  })

  it('is refused while the machine’s and the database’s clocks differ by more than a minute', async () => {
    t.app.clock.correct(new Date(Date.now() + 59_000))
    await start()
    t.app.clock.correct(new Date(Date.now() + 61_000))
    await expect(start()).rejects.toThrow(/^This machine's clock says .* and the database's clock says/)
    t.app.clock.correct(new Date(Date.now() - 61_000))
    await expect(start()).rejects.toThrow('Correct the wrong one and start again.')
  })
})

describe('while the date is doubtful', () => {
  /** Starts the app's jobs with a log, and returns the schedules, which a test can run. */
  async function readSchedules() {
    const { log, lines } = captureLog()
    const schedules = new Map<string, () => Promise<void>>()
    const schedule: Jobs['schedule'] = async (name, _cron, run) => void schedules.set(name, run)
    const jobs = { ...t.app.jobs, schedule, work: async () => {}, workLong: async () => {} }
    await startJobs({ ...t.app, log, jobs, separate: t.app.separate })
    return { schedules, lines }
  }
  const jumpAhead = async () => {
    await observeClock(t.app)
    t.app.clock.advance(365 * DAY_MS)
  }

  it('B-13 no schedule runs except the one that checks the clock', async () => {
    await jumpAhead()
    const { schedules, lines } = await readSchedules()
    expect(schedules.size).toBeGreaterThan(10)
    for (const run of schedules.values()) await run()
    const skipped = lines().flatMap(({ job }) => (typeof job === 'string' ? [job] : []))
    expect([...schedules.keys()].filter((name) => !skipped.includes(name))).toEqual(['watch-clock'])
  })

  it('no attempt is locked, no scheduled notification is sent, and no payment is abandoned', async () => {
    const [student, admin] = [await makeStudent(t), await makeAdmin(t)]
    const calls = quizCalls((token) => t.as(token))
    await calls.start(student, await makeQuiz(t))
    const planned = notificationCalls(t, () => admin.token)
    await planned.sendToAll({ publishAt: inMinutes(t, 24 * 60) })
    const { reference } = await paymentCalls(t).open(student, 'wallet')
    const readRows = async () => ({
      attempts: await quizRows(() => t).loadAttempts(student),
      notifications: await t.app.db.select().from(notifications),
      payments: await t.app.db.select().from(payments),
    })
    const before = await readRows()
    await jumpAhead()
    const { schedules } = await readSchedules()
    for (const name of ['quiz-closing', 'due-notices', 'reconcile-payments']) await schedules.get(name)?.()
    expect(await readRows()).toEqual(before)
    // Nor by a request for the payment in the meantime.
    const payment = await paymentRow(t, reference)
    const { payment: asked } = await askProvider(t.app, payment, 'admin')
    expect(asked).toMatchObject({ state: 'opened', nextAskAt: payment.nextAskAt })
    expect(await paymentRow(t, reference)).toEqual(asked)

    await t.app.db.transaction((tx) => endClockHold(t.app, tx))
    for (const name of ['quiz-closing', 'due-notices', 'reconcile-payments']) await schedules.get(name)?.()
    const after = await readRows()
    expect(after.attempts[0]?.lockedAt).not.toBeNull()
    expect(after.notifications[0]?.publishedAt).not.toBeNull()
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'abandoned', nextAskAt: null })
  })

  it('no day after the last right one is counted in the metrics, for any reader', async () => {
    await makeStudent(t)
    const today = lagosDate(t.app.clock.now())
    await jumpAhead()
    expect(await isHeld()).toBe(true)
    await loadMetrics(t.app, { from: addDays(today, -2), to: addDays(today, 300) })
    const days = await t.app.db.select({ day: dailyMetrics.day }).from(dailyMetrics)
    expect(days.filter(({ day }) => day >= today)).toEqual([])
  })
})

it('B-13 after a clock a year ahead, a student is on today’s leaderboard, and on the next one from the birthday', async () => {
  const { answer } = quizCalls((token) => t.as(token))
  const { loadEntry } = quizRows(() => t)
  /** Starts at a time just after servers were running. */
  const startAt = async (now: string) => {
    t.app.clock.set(new Date(now))
    await t.app.db.update(clockState).set({ seenAt: t.app.clock.now() })
    await start()
    await startLeaderboardJobs(t.app)
  }
  await startAt('2026-06-14T12:00:00Z')
  const ten = await makeStudent(t, { birth: '2015-12-31' })
  await answer(ten, await makeQuiz(t, { ageCategory: '5-10' }), 0, 'right')
  const isListed = async () => ({
    young: (await loadEntry(ten, '5-10'))?.isListed,
    old: (await loadEntry(ten, '11-20'))?.isListed,
  })
  t.app.clock.advance(365 * DAY_MS)
  const { authToken } = await logInStudent(
    t.app,
    { email: ten.email, password: PASSWORD },
    { address: '127.0.0.1', userAgent: 'test' },
  )
  await answer({ ...ten, token: authToken }, await makeQuiz(t), 0, 'right')
  await startLeaderboardJobs(t.app)
  expect(await isListed()).toEqual({ young: true, old: true })
  t.app.clock.set(new Date('2026-06-15T12:00:00Z'))
  await start()
  await startLeaderboardJobs(t.app)
  expect(await isListed()).toEqual({ young: true, old: false })
  await startAt('2026-12-30T22:59:00Z')
  expect(await isListed()).toEqual({ young: true, old: false })
  await startAt('2026-12-30T23:00:00Z')
  expect(await isListed()).toEqual({ young: false, old: true })
})

it('counters from a time when the clock was ahead are deleted, and do not refuse people for years', async () => {
  const [ahead, now] = [8 * 365 * DAY_MS, t.app.clock.now().getTime()]
  const keep = new Date(now + 7 * DAY_MS)
  await t.app.db.insert(attemptBackoffs).values([
    { key: 'ahead', count: 9, until: new Date(now + ahead) },
    { key: 'right', count: 9, until: keep },
    { key: 'old', count: 9, until: new Date(now - 2 * DAY_MS) },
  ])
  await t.app.db.insert(rateLimits).values([
    { key: 'ahead', points: 600, expire: now + ahead },
    { key: 'right', points: 600, expire: keep.getTime() },
  ])
  await deleteStaleAttempts(t.app)
  expect((await t.app.db.select().from(attemptBackoffs)).map(({ key }) => key)).toEqual(['right'])
  expect((await t.app.db.select().from(rateLimits)).map(({ key }) => key)).toEqual(['right'])
})
