// Tests what is sent and recorded, and when nothing more is sent: after the day's budget, and to suspicious ranges.
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { captureLog } from '../../test/capture-log.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { createScriptedSms, type ScriptedSms } from '../../test/scripted-sms.ts'
import { Refusal } from '../platform/http/errors.ts'
import { SmsRefusedError } from '../platform/sms/sms-provider.ts'
import { readTextMessages } from './read-text-messages.ts'
import { requireSmsOpen } from './require-sms.ts'
import { markCodeUsed, sendSms } from './send-sms.ts'
import { smsMessages, type SmsKind } from './tables.ts'

const t = await openStillTestApp()
const NOON = new Date('2026-11-02T11:00:00Z')
let provider: ScriptedSms
let log: ReturnType<typeof captureLog>

beforeEach(async () => {
  await t.app.db.delete(smsMessages)
  t.app.clock.set(NOON)
  provider = createScriptedSms()
  log = captureLog()
})

const app = (budget = 5_000) => ({
  ...t.app,
  log: log.log,
  sms: provider,
  config: { ...t.app.config, sms: { ...t.app.config.sms, dailyBudget: budget } },
})
const send = (to: string, { kind = 'verify-code', text = 'Code', budget = 5_000 }: Partial<NewSms> = {}) =>
  sendSms(app(budget), { to, text, kind })
type NewSms = { kind: SmsKind; text: string; budget: number }

/** Returns a number of a range; `n` has at most four digits. */
const numberIn = (range: string, n: number) => `${range}${String(n).padStart(4, '0')}`
const RANGE = '+234803123'
const number = numberIn(RANGE, 4_567)

async function sendMany(count: number, options: Partial<NewSms> & { range?: string } = {}): Promise<void> {
  for (let n = 0; n < count; n += 1) await send(numberIn(options.range ?? RANGE, n), options)
}
const readRows = () => t.app.db.select().from(smsMessages).orderBy(smsMessages.at)
/** Returns the error code of a request for a code, or `open`. */
const ask = (to?: string, budget?: number): Promise<string> =>
  requireSmsOpen(app(budget), to).then(
    () => 'open',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
const isPaused = async (to: string) => (await ask(to)) === 'sms_paused'

describe('a message', () => {
  it('is recorded with what it costs, without its text, before the provider is called', async () => {
    const states: string[] = []
    provider.onSend = async () => void states.push(...(await readRows()).map(({ state }) => state))
    expect(await send(number, { text: 'ẹ'.repeat(71) })).toEqual(NOON)
    expect(states).toEqual(['sending'])
    expect(await readRows()).toMatchObject([
      {
        number,
        range: RANGE,
        parts: 2,
        provider: 'termii',
        messageId: 'm1',
        state: 'sent',
        sentAt: NOON,
        reason: null,
      },
    ])
    expect(JSON.stringify(await readRows())).not.toContain('ẹ')
  })

  it('that the provider refuses is not sent again', async () => {
    provider.onSend = () => {
      throw new SmsRefusedError('no such number')
    }
    expect(await send(number)).toBeUndefined()
    expect(await readRows()).toMatchObject([{ state: 'failed', reason: 'no such number', settledAt: NOON }])
  })

  it('is tried again by its job if the provider is away, which is not held against its range', async () => {
    provider.onSend = () => {
      throw new Error('timeout')
    }
    for (let n = 0; n < 12; n += 1) await expect(send(number)).rejects.toThrow('timeout')
    expect((await readRows())[0]).toMatchObject({ state: 'failed', reason: 'timeout', settledAt: null })
    provider.onSend = () => undefined
    expect(await send(number)).toEqual(NOON)
  })

  it('is sent once, even if the provider gives two messages the same id', async () => {
    provider.send = async () => ({ messageId: 'same' })
    expect([await send(number), await send(number)]).toEqual([NOON, NOON])
    const rows = await readRows()
    expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(rows.filter(({ messageId }) => messageId === 'same')).toHaveLength(1)
  })

  it('is not sent without a provider', async () => {
    expect(await sendSms({ ...app(), sms: undefined }, { to: number, text: 'Code', kind: 'draw' })).toBeUndefined()
    expect(await readRows()).toEqual([])
  })
})

describe('the budget of a day', () => {
  it('S-02 S-05 ends all messages of the day in Lagos, and refuses requests before anything is stored', async () => {
    for (let n = 0; n < 6; n += 1) await send(numberIn(`+23480${n}123`, 1), { budget: 5 })
    expect(provider.sent).toHaveLength(5)
    for (const to of [undefined, number, numberIn('+234905555', 1)]) expect(await ask(to, 5)).toBe('sms_paused')
    t.app.clock.set(new Date('2026-11-02T22:59:00Z'))
    expect(await send(number, { budget: 5 })).toBeUndefined()
    t.app.clock.set(new Date('2026-11-02T23:00:00Z'))
    expect(await ask(number, 5)).toBe('open')
    expect(await send(number, { budget: 5 })).toBeDefined()
  })

  it('S-05 is kept by many servers at once, but for the later parts of one message', async () => {
    const text = 'a'.repeat(200)
    const sending = Array.from({ length: 30 }, (_, n) => send(numberIn(`+2348${10 + n}123`, 1), { budget: 9, text }))
    await Promise.all(sending)
    expect(provider.sent).toHaveLength(5)
    expect((await readTextMessages(app(9))).sentToday).toBe(10)
  })

  it('S-05 also counts messages that failed, and says so once a day at 80 and at 100 %', async () => {
    provider.onSend = () => {
      throw new SmsRefusedError('no')
    }
    const sending = Array.from({ length: 12 }, (_, n) => send(numberIn(`+2348${10 + n}123`, 1), { budget: 10 }))
    await Promise.all(sending)
    const messages = log.lines().map(({ msg }) => String(msg))
    expect(messages.filter((message) => message.startsWith('four fifths'))).toHaveLength(1)
    expect(messages.filter((message) => message.includes('is used up'))).toHaveLength(1)
    expect(messages.filter((message) => message.includes('was not sent'))).toHaveLength(2)
    expect(JSON.stringify(log.lines())).not.toContain('+234')
  })
})

describe('a range', () => {
  it('S-01 gets no more codes after ten that nobody entered; other ranges do', async () => {
    await sendMany(9)
    expect(await isPaused(number)).toBe(false)
    await sendMany(3)
    expect(provider.sent).toHaveLength(10)
    expect([await isPaused(number), await isPaused('+2348031244567')]).toEqual([true, false])
    expect(await send('+2348031244567')).toBeDefined()
    expect((await readTextMessages(app())).pausedRanges).toEqual([{ range: RANGE, codes: 10, used: 0, failed: 0 }])
  })

  it('S-01 gets no more than ten unused codes if they are all requested at once', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => send(numberIn(RANGE, n))))
    expect(provider.sent).toHaveLength(10)
  })

  it('S-01 gets codes while a fifth of them are entered, each of which counts once', async () => {
    await sendMany(10)
    await send(numberIn(RANGE, 0))
    await markCodeUsed(app(), t.app.db, numberIn(RANGE, 0))
    await markCodeUsed(app(), t.app.db, numberIn(RANGE, 0))
    expect(await isPaused(number)).toBe(true)
    await markCodeUsed(app(), t.app.db, numberIn(RANGE, 1))
    expect(await isPaused(number)).toBe(false)
  })

  it('S-01 gets no more codes if most do not arrive, until a day later', async () => {
    await sendMany(10)
    await t.app.db.update(smsMessages).set({ usedAt: NOON })
    for (const { id } of (await readRows()).slice(0, 6))
      await t.app.db.update(smsMessages).set({ state: 'failed', settledAt: NOON }).where(eq(smsMessages.id, id))
    expect(await isPaused(number)).toBe(true)
    t.app.clock.set(new Date('2026-11-03T11:00:01Z'))
    expect(await isPaused(number)).toBe(false)
  })

  it('S-06 is judged alike for known and unknown numbers, and does not show who asks for a new password', async () => {
    await sendMany(5)
    await sendMany(4, { kind: 'already-registered' })
    await sendMany(30, { kind: 'reset-code' })
    await sendMany(30, { kind: 'proof-code' })
    expect(await isPaused(number)).toBe(false)
    await sendMany(1, { kind: 'already-registered' })
    expect(await isPaused(number)).toBe(true)
    // The owner of a proved number still gets codes, which strangers could otherwise prevent.
    expect(await send(number, { kind: 'reset-code' })).toBeDefined()
    expect(await ask()).toBe('open')
  })
})

describe('a code that was entered', () => {
  it('marks the last message with a code to that number', async () => {
    await send(number, { kind: 'draw' })
    for (const minute of [1, 2, 3]) {
      t.app.clock.set(new Date(NOON.getTime() + minute * 60_000))
      await send(number, { kind: minute === 3 ? 'draw' : 'verify-code' })
    }
    await send('+2348031244567')
    await markCodeUsed(app(), t.app.db, number)
    const used = (await readRows()).filter(({ usedAt }) => usedAt !== null)
    expect(used).toMatchObject([{ number, kind: 'verify-code', at: new Date(NOON.getTime() + 120_000) }])
  })
})
