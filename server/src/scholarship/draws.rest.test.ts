// Tests a draw on several servers, and with a relay that never replies.
import { like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setTo, readDrawn, loadOnlyDraw, keepFrozenMonth } from '../../test/frozen-lists.ts'
import { startTestApp, type KeptDatabase, type TestApp } from '../../test/harness.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { notifications } from '../notifications/tables.ts'
import { runDueDraws } from './run-draw.ts'
import { drawEvents } from './tables.ts'

let t: TestApp
let month: string
let kept: KeptDatabase
const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
beforeAll(async () => {
  ;({ kept, month } = await keepFrozenMonth(settings))
})
beforeEach(async () => {
  t = await startTestApp(settings, undefined, { kept })
})
afterEach(() => t.close())
afterAll(() => kept.drop())

describe('a draw', () => {
  it('G-05 happens once, however many servers there are', async () => {
    const { draw } = await loadOnlyDraw(t)
    const second = await startTestApp({}, t)
    setTo(t, draw.drawsAt, 4_000)
    second.app.clock.set(t.app.clock.now())
    // All servers have the round before any of them has stored the winner.
    const lock = `select pg_advisory_xact_lock(hashtext('draw of ${month}'))`
    await releaseTogether([t, second], { lock, waiting: 16 }, () =>
      Promise.all(Array.from({ length: 40 }, (_, n) => runDueDraws(n % 2 ? t.app : second.app))),
    )
    await second.close()
    const [drawn, ...others] = await readDrawn(t)
    expect(others).toEqual([])
    const told = await t.app.db.select().from(notifications).where(like(notifications.title, 'You won %'))
    expect(told).toHaveLength(1)
    // The database also refuses a second winner.
    const { seq: _seq, ...again } = drawn ?? {}
    await expect(t.app.db.insert(drawEvents).values(again as typeof drawEvents.$inferInsert)).rejects.toMatchObject({
      cause: { constraint: 'draw_events_once' },
    })
  })

  it('waits while its relay is silent', async () => {
    const { draw } = await loadOnlyDraw(t)
    setTo(t, draw.drawsAt, 4_000)
    t.sandbox.setRelayFault('silent')
    await runDueDraws(t.app)
    expect(await readDrawn(t)).toEqual([])
    t.sandbox.setRelayFault()
    await runDueDraws(t.app)
    expect(await readDrawn(t)).toHaveLength(1)
  })
})
