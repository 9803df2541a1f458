// Tests which ledger lines count after a clock was wrong.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { observeClock, requireRightClock, unlessClockIsHeld } from '../../src/platform/clock-check.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { ledgers, writeLine } from '../ledgers.ts'

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
  it('does not arise after a long time without lines if servers were running', async () => {
    await writeLine(t, 'audit_lines')
    for (let day = 0; day < 100; day += 20) {
      t.app.clock.advance(20 * DAY_MS)
      expect(await isHeld()).toBe(false)
    }
  })

  it('ends automatically once the clock is right, and lines written in the meantime no longer count', async () => {
    const right = t.app.clock.now()
    t.app.clock.advance(3 * 365 * DAY_MS)
    expect(await isHeld()).toBe(true)
    for (const ledger of ledgers) await writeLine(t, ledger)
    t.app.clock.set(right)
    expect(await isHeld()).toBe(false)
    t.app.clock.advance(31 * DAY_MS)
    expect(await isHeld()).toBe(true)
  })

  it('is detected even if a line was written between the clock’s jump and the first check', async () => {
    t.app.clock.advance(365 * DAY_MS)
    for (const ledger of ledgers) await writeLine(t, ledger)
    expect(await skips()).toBe(true)
  })
})

describe('a start', () => {
  it('is allowed before the last time a server was running, if no line is newer', async () => {
    await writeLine(t, 'payment_events')
    t.app.clock.advance(20 * DAY_MS)
    await observeClock(t.app)
    t.app.clock.advance(-19 * DAY_MS)
    await start()
    // That time does not delay the next hold either.
    t.app.clock.advance(31 * DAY_MS)
    expect(await isHeld()).toBe(true)
  })

  it('is allowed without the operator’s confirmation once a clock that was a year ahead is right again', async () => {
    const right = t.app.clock.now()
    await writeLine(t, 'payment_events')
    t.app.clock.advance(365 * DAY_MS)
    expect(await isHeld()).toBe(true)
    for (const ledger of ledgers) await writeLine(t, ledger)
    t.app.clock.set(new Date(right.getTime() + 60_000))
    await start()
    expect(await skips()).toBe(false)
    // Nor do these lines prevent a start in the month before their date.
    for (let day = 0; day < 350; day += 25) {
      t.app.clock.advance(25 * DAY_MS)
      await observeClock(t.app)
    }
    await start()
  })

  it('is refused before a line that was written before the hold', async () => {
    await writeLine(t, 'payment_events')
    t.app.clock.advance(365 * DAY_MS)
    expect(await isHeld()).toBe(true)
    for (const ledger of ledgers) await writeLine(t, ledger)
    t.app.clock.advance(-366 * DAY_MS)
    await expect(start()).rejects.toThrow('but the newest line in the database is from')
  })

  it('can be accepted once: later lines from before then no longer count, but those from after do', async () => {
    t.app.clock.advance(400 * DAY_MS)
    for (const ledger of ledgers) await writeLine(t, ledger)
    t.app.clock.advance(-400 * DAY_MS)
    await start(true)
    await start()
    t.app.clock.advance(DAY_MS)
    await writeLine(t, 'payment_events')
    t.app.clock.advance(-DAY_MS)
    await expect(start()).rejects.toThrow('but the newest line in the database is from')
  })

  it.each(['accepted', 'noticed'])(
    'is refused before the earlier lines, once later ones no longer count because a wrong clock was %s',
    async (how) => {
      await writeLine(t, 'payment_events')
      t.app.clock.advance(400 * DAY_MS)
      if (how === 'noticed') await observeClock(t.app)
      for (const ledger of ledgers) await writeLine(t, ledger)
      t.app.clock.advance(-400 * DAY_MS)
      await start(how === 'accepted')
      t.app.clock.advance(-2 * DAY_MS)
      await expect(start()).rejects.toThrow('but the newest line in the database is from')
    },
  )
})
