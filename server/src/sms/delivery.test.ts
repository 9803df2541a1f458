// Tests how messages are sent and reported by each company's protocol, against the sandbox.
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../test/harness.ts'
import { waitFor } from '../../test/wait-for.ts'
import { openSmsProvider } from '../platform/sms/open-sms.ts'
import { isRangePaused } from './rules.ts'
import { loadRangeCounts } from './queries.ts'
import { sendSms } from './send-sms.ts'
import { smsMessages } from './tables.ts'

const t = await openTestApp()
const { phones } = t.sandbox
const NUMBER = '+2348031234567'

const send = (n = 0) => sendSms(t.app, { to: `+23480312345${60 + n}`, text: `Code ${n}`, kind: 'verify-code' })
const readStates = async () => (await t.app.db.select().from(smsMessages)).map(({ state }) => state)

describe.each(['termii', 'africas-talking'] as const)('with %s', (name) => {
  beforeEach(async () => {
    await t.app.db.delete(smsMessages)
    phones.setFault()
    t.app.sms = openSmsProvider(name === 'termii' ? phones.settings : phones.africasTalking)
    const { reportSecret } = phones
    t.app.config = Object.assign({}, t.app.config, { sms: { ...t.app.config.sms, reportSecret } })
  })

  it('a message arrives, and its report says so once, also if it is sent twice', async () => {
    phones.setFault('twice')
    expect(await sendSms(t.app, { to: NUMBER, text: `Hello by ${name}`, kind: 'draw' })).toBeDefined()
    await t.texts(NUMBER, `Hello by ${name}`)
    await waitFor(async () => expect(await readStates()).toEqual(['delivered']))
    const [before] = await t.app.db.select().from(smsMessages)
    expect(await phones.reportAgain(before?.messageId ?? '')).toBe(200)
    expect(await t.app.db.select().from(smsMessages)).toEqual([before])
  })

  it('a message that is refused is recorded, and not tried again', async () => {
    phones.setFault('refuse')
    expect(await send()).toBeUndefined()
    expect(await readStates()).toEqual(['failed'])
  })

  it('a message is tried again while the company is away, which does not pause the range', async () => {
    phones.setFault('away')
    for (let n = 0; n < 11; n += 1) await expect(send()).rejects.toThrow('SMS provider')
    phones.setFault()
    expect(await send()).toBeDefined()
  })

  it('S-01 a range gets no more codes once most do not arrive', async () => {
    phones.setFault('undelivered')
    for (let n = 0; n < 10; n += 1) await send(n)
    await waitFor(async () => expect(await readStates()).toEqual(Array.from({ length: 10 }, () => 'failed')))
    await t.app.db.update(smsMessages).set({ usedAt: t.app.clock.now() })
    const counts = await loadRangeCounts(t.app.db, '+234803123', t.app.clock.now())
    expect(counts).toEqual({ codes: 10, used: 10, failed: 10 })
    expect(isRangePaused(counts)).toBe(true)
    expect(await send(11)).toBeUndefined()
  })
})
