import { hashText } from '@baobab/contract/scholarship/draw/rules.ts'
import { monthCloses, nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { eq, max } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openTestApp } from '../../test/harness.ts'
import type { App } from '../platform/app.ts'
import { publishDueRules, publishRules, readRules } from './publish-rules.ts'
import { drawRules } from './tables.ts'

const t = await openTestApp({ SCHOLARSHIP_REQUIRES_PAYMENT: 'false' })
/** The same app after an operator has made payment mandatory. */
const changed: App = { ...t.app, config: { ...t.app.config, requiresPayment: true } }

/** Returns a month long after all that have rules, because nobody can delete those of the previous test. */
async function freshMonth(): Promise<string> {
  const [last] = await t.app.db.select({ month: max(drawRules.month) }).from(drawRules)
  let month = last?.month ?? '2026-01'
  for (let n = 0; n < 6; n += 1) month = nextMonth(month)
  return month
}

const DAY_MS = 24 * 3_600_000
const setTo = (at: Date, ms: number) => t.app.clock.set(new Date(at.getTime() + ms))

/** Returns whether a month's published rules require payment; undefined if there are none. */
async function requiresPayment(ofMonth: string): Promise<boolean | undefined> {
  const [row] = await t.app.db.select().from(drawRules).where(eq(drawRules.month, ofMonth))
  return row?.requiresPayment
}

it('G-09 a month’s rules are public a week before it starts, and no setting changes them later', async () => {
  const month = await freshMonth()
  const { closesAt } = monthCloses(month)
  const next = nextMonth(month)
  setTo(closesAt, -7 * DAY_MS - 3_600_000)
  await publishDueRules(t.app)
  expect([await requiresPayment(month), await requiresPayment(next)]).toEqual([false, undefined])
  setTo(closesAt, -7 * DAY_MS + 1_000)
  await publishDueRules(t.app)
  await publishDueRules(changed)
  expect([await requiresPayment(next), await requiresPayment(nextMonth(next))]).toEqual([false, undefined])
  const { text, hash, publishedAt } = await readRules(changed, t.app.db, next)
  expect(text).not.toContain('The payment was made')
  expect(hash).toBe(hashText(text))
  expect(publishedAt.getTime()).toBeGreaterThanOrEqual(closesAt.getTime() - 7 * DAY_MS)
})

it('the rules are those of the previous month if no server was running when the month started', async () => {
  const month = await freshMonth()
  const missed = nextMonth(month)
  await publishRules(t.app, t.app.db, month)
  setTo(monthCloses(missed).closesAt, -DAY_MS)
  await publishDueRules(changed)
  expect([await requiresPayment(missed), await requiresPayment(nextMonth(missed))]).toEqual([false, true])
  setTo(monthCloses(nextMonth(nextMonth(missed))).closesAt, -27 * DAY_MS)
  await publishDueRules(t.app)
  expect(await requiresPayment(nextMonth(nextMonth(missed)))).toBe(true)
})

it('unwritten rules are shown as they will be written, once, by whichever server is first', async () => {
  const month = await freshMonth()
  setTo(monthCloses(month).closesAt, -40 * DAY_MS)
  const expected = await readRules(changed, t.app.db, month)
  expect(expected.text).toContain('The payment was made')
  expect(expected.text).toContain(expected.chain.hash)
  expect(await requiresPayment(month)).toBeUndefined()
  const written = await Promise.all(Array.from({ length: 4 }, () => publishRules(changed, t.app.db, month)))
  const facts = { month, text: expected.text, hash: expected.hash, requiresPayment: true, chain: expected.chain }
  for (const rules of written) expect(rules).toMatchObject(facts)
  expect((await publishRules(t.app, t.app.db, month)).text).toBe(expected.text)
})
