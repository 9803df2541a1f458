import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MadeStudent } from '../../test/factories.ts'
import {
  erase,
  setTo,
  readEntries,
  readAudit,
  onlyDraw,
  loadOnlyDraw,
  keepFrozenMonth,
} from '../../test/frozen-lists.ts'
import { startTestApp, type KeptDatabase, type TestApp } from '../../test/harness.ts'
import { students } from '../accounts/tables.ts'
import { readMyDraw } from './queries.ts'
import { loadLatestDraw, readDrawNews } from './read-draw-news.ts'
import { runDueDraws } from './run-draw.ts'
import { toBeacons, toNotices } from './rules.ts'
import { strikeDueDraws } from './strike-out.ts'
import { drawEvents } from './tables.ts'

let t: TestApp
let entrants: MadeStudent[]
let kept: KeptDatabase
const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
beforeAll(async () => {
  ;({ kept, entrants } = await keepFrozenMonth(settings))
})
beforeEach(async () => {
  t = await startTestApp(settings, undefined, { kept })
})
afterEach(() => t.close())
afterAll(() => kept.drop())

describe('a draw strikes out', () => {
  const HOUR_MS = 3_600_000
  const struckEvents = async () => (await loadOnlyDraw(t)).events.filter(({ kind }) => kind === 'struck')
  const numberOf = async ({ id }: MadeStudent) =>
    (await readEntries(t, (await onlyDraw(t)).id)).find(({ studentId }) => studentId === id)?.index ?? -1
  const disqualify = ({ id }: MadeStudent) =>
    t.app.db.update(students).set({ disqualifiedAt: t.app.clock.now() }).where(eq(students.id, id))
  /** Disqualifies the winner without an admin, which starts the next attempt. */
  const beginNextAttempt = async (index: number) =>
    t.app.db.insert(drawEvents).values({
      drawId: (await onlyDraw(t)).id,
      kind: 'disqualified',
      attempt: 1,
      data: { index, reason: 'wrong-age', admins: 1 },
      at: t.app.clock.now(),
    })

  it('an hour before the round those erased or disqualified since, once however many servers there are', async () => {
    const [gone, out, winner] = entrants
    if (!gone || !out || !winner) throw new Error('There are no entrants.')
    const numbers = [await numberOf(gone), await numberOf(out)].toSorted((a, b) => a - b)
    const last = await numberOf(winner)
    await erase(t, gone)
    await disqualify(out)
    const { draw } = await loadOnlyDraw(t)
    setTo(t, draw.drawsAt, -HOUR_MS)
    await strikeDueDraws(t.app)
    expect(await struckEvents()).toEqual([])
    const second = await startTestApp({}, t)
    setTo(t, draw.drawsAt, -HOUR_MS + 3_000)
    second.app.clock.set(t.app.clock.now())
    await Promise.all(Array.from({ length: 8 }, (_, n) => strikeDueDraws(n % 2 ? t.app : second.app)))
    await second.close()
    expect(await struckEvents()).toMatchObject([{ attempt: 0, data: { indexes: numbers } }])
    expect(await readAudit(t, 'draw.struck')).toMatchObject([
      { adminId: null, subject: draw.id, details: { attempt: 0, struck: 2 } },
    ])
    setTo(t, draw.drawsAt, 4_000)
    await runDueDraws(t.app)
    expect((await loadOnlyDraw(t)).state).toMatchObject({ state: 'drawn', index: last })
  })

  it('everyone, after which the month ends without a winner', async () => {
    for (const one of entrants) await disqualify(one)
    const { draw } = await loadOnlyDraw(t)
    setTo(t, draw.drawsAt, -HOUR_MS + 3_000)
    await strikeDueDraws(t.app)
    setTo(t, draw.drawsAt, 4_000)
    await runDueDraws(t.app)
    expect((await loadOnlyDraw(t)).state).toEqual({ state: 'ended' })
    expect(await readAudit(t, 'draw.ended')).toMatchObject([
      { adminId: null, subject: draw.id, details: { month: draw.month, attempt: 0, reason: 'struck' } },
    ])
  })

  it('Q-17 a student whose points are on hold, and tells the student', async () => {
    const [held, ...others] = entrants
    if (!held) throw new Error('There are no entrants.')
    await t.app.db.update(students).set({ heldAt: t.app.clock.now() }).where(eq(students.id, held.id))
    const mine = async (one: MadeStudent) => {
      const { current, entries } = await readMyDraw(t.app, one)
      return { isHeld: current.isHeld, isStruck: entries.map(({ isStruck }) => isStruck) }
    }
    expect(await mine(held)).toEqual({ isHeld: true, isStruck: [false] })
    const { draw } = await loadOnlyDraw(t)
    setTo(t, draw.drawsAt, -HOUR_MS + 3_000)
    await strikeDueDraws(t.app)
    expect(await struckEvents()).toMatchObject([{ data: { indexes: [await numberOf(held)] } }])
    expect(await mine(held)).toEqual({ isHeld: true, isStruck: [true] })
    for (const other of others) expect(await mine(other)).toEqual({ isHeld: false, isStruck: [false] })
    // A decision after the notice comes too late for this draw.
    await t.app.db.update(students).set({ heldAt: null }).where(eq(students.id, held.id))
    setTo(t, draw.drawsAt, 4_000)
    await runDueDraws(t.app)
    const { state } = await loadOnlyDraw(t)
    expect(await Promise.all(others.map(numberOf))).toContain(state.state === 'drawn' && state.index)
  })

  it('nobody with an empty notice, which cannot be changed later', async () => {
    const { draw } = await loadOnlyDraw(t)
    setTo(t, draw.drawsAt, -HOUR_MS + 3_000)
    await strikeDueDraws(t.app)
    const [out] = entrants
    if (out) await disqualify(out)
    setTo(t, draw.drawsAt, -HOUR_MS + 60_000)
    await strikeDueDraws(t.app)
    expect(await struckEvents()).toMatchObject([{ data: { indexes: [] } }])
  })

  it('G-06 nobody in the last half hour or after the round', async () => {
    const { draw } = await loadOnlyDraw(t)
    const [out] = entrants
    if (out) await disqualify(out)
    for (const ms of [-HOUR_MS / 2 + 4_000, 4_000, HOUR_MS]) {
      setTo(t, draw.drawsAt, ms)
      await strikeDueDraws(t.app)
      expect(await struckEvents()).toEqual([])
    }
  })

  it('before a repetition those who cannot win by then, while the first attempt stays valid', async () => {
    const { draw } = await loadOnlyDraw(t)
    setTo(t, draw.drawsAt, -HOUR_MS + 3_000)
    await strikeDueDraws(t.app)
    setTo(t, draw.drawsAt, 4_000)
    await runDueDraws(t.app)
    const { state } = await loadOnlyDraw(t)
    const first = state.state === 'drawn' ? state.index : -1
    await beginNextAttempt(first)
    const others = await Promise.all(entrants.map(async (one) => ({ one, index: await numberOf(one) })))
    const struck = others.find(({ index }) => index !== first)
    if (!struck) throw new Error('There are no entrants.')
    await disqualify(struck.one)
    const next = (await loadOnlyDraw(t)).state
    if (next.state !== 'waiting') throw new Error('The draw is not repeated.')
    setTo(t, next.dueAt, -HOUR_MS)
    await strikeDueDraws(t.app)
    // Nor can the number that was drawn first win again.
    for (const { one, index } of others) {
      const { latest } = await readDrawNews(t.app, one, await loadLatestDraw(t.app))
      expect(latest).toMatchObject({ canWin: index !== first && index !== struck.index, leftOut: null })
    }
    setTo(t, next.dueAt, 4_000)
    await runDueDraws(t.app)
    expect((await struckEvents()).map(({ attempt, data: { indexes } }) => [attempt, { indexes }])).toEqual([
      [0, { indexes: [] }],
      [1, { indexes: [struck.index] }],
    ])
    const loaded = await loadOnlyDraw(t)
    const { events, chain } = loaded
    const check = checkDraw({
      list: (await onlyDraw(t)).list,
      chain,
      beacons: toBeacons(events),
      notices: toNotices(loaded),
    })
    expect(check.steps.every(({ isTrue }) => isTrue)).toBe(true)
    expect(check.attempts[1]?.struck).toEqual([first, struck.index])
  })
})
