// Tests the reports about which messages arrived: who may send them, and what they change.
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { openStillTestApp } from '../../test/harness.ts'
import { createScriptedSms, SIGNATURE, type ScriptedSms } from '../../test/scripted-sms.ts'
import type { SmsProviderName } from '../platform/sms/sms-provider.ts'
import { deleteOldSms } from './delete-old-sms.ts'
import { sendSms } from './send-sms.ts'
import { smsMessages } from './tables.ts'

const t = await openStillTestApp({ RATE_LIMIT_FACTOR: '0.01' })
const SECRET = 'a secret of more than 32 characters'
const NUMBER = '+2348031234567'
let provider: ScriptedSms

/** The app that answers the requests uses this provider. */
function use(name: SmsProviderName): void {
  provider = createScriptedSms(name)
  t.app.sms = provider
  const sms = { ...t.app.config.sms, reportSecret: SECRET }
  t.app.config = Object.assign({}, t.app.config, { sms })
}
beforeEach(async () => {
  await t.app.db.delete(smsMessages)
  use('termii')
})

const signed = { 'x-signature': SIGNATURE }
async function report(
  body: object | null | string,
  {
    url = '/api/sms/reports/termii',
    headers = signed,
    type = 'application/json',
  }: { url?: string; headers?: Record<string, string>; type?: string } = {},
): Promise<number> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const reply = await t.http.inject({ method: 'POST', url, headers: { 'content-type': type, ...headers }, payload })
  return reply.statusCode
}
const send = () => sendSms(t.app, { to: NUMBER, text: 'Code', kind: 'verify-code' })
const readRow = async () => (await t.app.db.select().from(smsMessages))[0]
const delivered = { messageId: 'm1', state: 'delivered', reason: null }
const failed = { messageId: 'm1', state: 'failed', reason: 'DND Active on Phone Number' }

describe('a report', () => {
  it('says whether a message arrived; only the first one counts', async () => {
    await send()
    expect(await report(null)).toBe(200)
    expect(await readRow()).toMatchObject({ state: 'sent', settledAt: null })
    expect(await report(failed)).toBe(200)
    const settled = await readRow()
    expect(settled).toMatchObject({ state: 'failed', reason: failed.reason, settledAt: t.app.clock.now() })
    t.app.clock.advance(1_000)
    for (const again of [failed, delivered, delivered]) expect(await report(again)).toBe(200)
    expect(await readRow()).toEqual(settled)
  })

  it('counts once if it arrives several times at once', async () => {
    await send()
    const replies = await Promise.all([delivered, failed, delivered, failed].map((body) => report(body)))
    expect(replies).toEqual([200, 200, 200, 200])
    const settled = await readRow()
    await report(settled?.state === 'delivered' ? failed : delivered)
    expect(await readRow()).toEqual(settled)
  })

  it('about an unknown message is accepted and changes nothing', async () => {
    await send()
    const before = await readRow()
    expect(await report({ ...delivered, messageId: 'unknown' })).toBe(200)
    expect(await readRow()).toEqual(before)
  })

  it('that comes before the provider has replied to us is taken when it is sent again', async () => {
    const replies: number[] = []
    provider.onSend = async () => void replies.push(await report(delivered))
    await send()
    expect([...replies, await report(delivered)]).toEqual([503, 200])
    expect(await readRow()).toMatchObject({ state: 'delivered' })
  })

  it('S-07 without a signature, of another provider, or while there is none, is refused', async () => {
    await send()
    expect(await report(delivered, { headers: {} })).toBe(401)
    expect(await report(delivered, { headers: { 'x-signature': 'forged' } })).toBe(401)
    expect(await report(delivered, { url: `/api/sms/reports/africas-talking?secret=${SECRET}` })).toBe(401)
    expect(await report(delivered, { url: '/api/sms/reports/nobody' })).toBe(400)
    t.app.sms = undefined
    expect(await report(delivered)).toBe(401)
    expect(await readRow()).toMatchObject({ state: 'sent' })
  })

  it('S-07 of a provider that signs nothing needs the secret of its URL', async () => {
    use('africas-talking')
    await send()
    const url = (secret: string) => `/api/sms/reports/africas-talking?secret=${encodeURIComponent(secret)}`
    const form = { headers: {}, type: 'application/x-www-form-urlencoded' }
    for (const wrong of [
      '/api/sms/reports/africas-talking',
      url(`${SECRET}x`),
      url('x'.repeat(32)),
      url(SECRET.toUpperCase()),
    ])
      expect(await report(delivered, { ...form, url: wrong })).toBe(401)
    expect(await readRow()).toMatchObject({ state: 'sent' })
    expect(await report(delivered, { ...form, url: url(SECRET) })).toBe(200)
    expect(await readRow()).toMatchObject({ state: 'delivered' })
  })

  it('S-07 of a provider that signs nothing is refused if the settings have no secret', async () => {
    use('africas-talking')
    const sms = { ...t.app.config.sms, reportSecret: undefined }
    t.app.config = Object.assign({}, t.app.config, { sms })
    expect(await report(delivered, { url: '/api/sms/reports/africas-talking' })).toBe(401)
    expect(await report(delivered, { url: '/api/sms/reports/africas-talking?secret=' })).toBe(400)
  })

  it('is refused if it is large or of another type', async () => {
    expect(await report('x'.repeat(20_000))).toBe(413)
    expect(await report('<xml/>', { type: 'text/xml' })).toBe(415)
    expect(await report('')).toBe(401)
  })

  it('does not count towards the calls of its address, of which there may be ten here', async () => {
    for (let n = 0; n < 20; n += 1) await report(delivered)
    expect(await report(delivered)).toBe(200)
  })
})

it('C-10 deletes the records of messages after 30 days', async () => {
  const at = new Date('2026-03-01T08:00:00Z')
  const row = { number: NUMBER, range: '+234803123', kind: 'draw', provider: 'termii', parts: 1 } as const
  const rows = Array.from({ length: 1_100 }, () => ({ ...row, at }))
  await t.app.db.insert(smsMessages).values([...rows, { ...row, at: new Date('2026-03-02T08:00:00Z') }])
  t.app.clock.set(new Date('2026-03-31T08:00:00Z'))
  await deleteOldSms(t.app)
  expect(await t.app.db.$count(smsMessages)).toBe(1_101)
  t.app.clock.advance(1)
  await deleteOldSms(t.app)
  expect(await t.app.db.$count(smsMessages)).toBe(1)
  expect(await t.app.db.$count(smsMessages, eq(smsMessages.at, at))).toBe(0)
})
