// Tests the provider's webhooks: who may send them, what they change, and that none is lost.
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabaseProxy } from '../../test/database-proxy.ts'
import { startTestApp, openTestApp } from '../../test/harness.ts'
import { makeStudent, type MadeStudent } from '../../test/factories.ts'
import {
  waitForPayment,
  eventRows,
  countPaymentJobs,
  loadEventKinds,
  paymentCalls,
  paymentNotifications,
  paymentRow,
  webhooks,
} from '../../test/payments.ts'
import { openScriptedProvider, transaction } from '../../test/scripted-provider.ts'
import { waitFor } from '../../test/wait-for.ts'
import { waitForTableWait } from '../../test/lock-waits.ts'

let student: MadeStudent
let reference: string
const t = await openTestApp()
beforeEach(async () => {
  t.provider.messages = 'never'
  student = await makeStudent(t)
  reference = (await calls().open(student)).reference
})

const calls = () => paymentCalls(t)
const hooks = () => webhooks(t)

/** Returns a webhook about a successful payment, in the shape of the provider's samples. */
const charge = (of = reference, changes: object = {}) => ({
  event: 'charge.success',
  data: {
    id: 302_961,
    domain: 'test',
    status: 'success',
    reference: of,
    amount: 100_000,
    currency: 'NGN',
    channel: 'card',
    metadata: '',
    fees: null,
    log: null,
    customer: { id: 1, email: 'bojack@horsinaround.example' },
    authorization: { last4: '4081', account_name: 'Bojack Horseman' },
    plan: {},
    ...changes,
  },
})
const pay = () => t.provider.pay(reference)
/** Returns this payment's events and the total number of webhooks, which jobs about other payments do not change. */
async function held() {
  const { rows } = await t.app.pool.query("select count(*) from payment_events where kind = 'message'")
  return [
    rows,
    await eventRows(t, reference),
    (await paymentRow(t, reference)).state,
    await paymentNotifications(t, student.id),
  ]
}
/** Pays, and verifies the payment so that it is credited. */
async function credited(): Promise<void> {
  await pay()
  await calls().verify(student, reference)
}

describe('a webhook that the provider did not sign', () => {
  it('P-07 is refused and not stored', async () => {
    await pay()
    const body = JSON.stringify(charge())
    const good = hooks().sign(body)
    const forged: Record<string, string | undefined> = {
      none: undefined,
      empty: '',
      'in upper case': good.toUpperCase(),
      truncated: good.slice(0, 64),
      'with something after it': `${good}00`,
      'of another key': hooks().sign(body, 'sk_test_of_somebody_else'),
      'of the public key': hooks().sign(body, t.paystack.publicKey),
      'of another body': hooks().sign('{}'),
      'of 128 zeros': '0'.repeat(128),
      twice: `${good}, ${good}`,
      'that is no hex': 'x'.repeat(128),
      'of odd characters': `é${good.slice(1)}`,
    }
    const before = await held()
    for (const [label, signature] of Object.entries(forged)) {
      const reply = await hooks().send(body, signature)
      expect(reply, `signature ${label}`).toMatchObject({ status: 401, body: { code: 'signature_invalid' } })
    }
    expect(await held()).toEqual(before)
    expect(await calls().isPaid(student)).toBe(false)
  })

  it('P-08 includes one whose JSON was reformatted after signing', async () => {
    await pay()
    const body = JSON.stringify(charge())
    const spaced = [JSON.stringify(charge(), null, 2), `${body}\n`, ` ${body}`, body.replace(':', ': ')]
    for (const other of spaced) expect(await hooks().send(other, hooks().sign(body))).toMatchObject({ status: 401 })
    expect(await loadEventKinds(t, reference)).toEqual(['opened'])
  })

  it('does not include one that was signed with its unusual formatting: it is accepted', async () => {
    await pay()
    const body = `\n${JSON.stringify(charge(), null, 3)}\t\n`
    expect(await hooks().send(body, hooks().sign(body))).toEqual({ status: 200, body: { status: 'success' } })
    await waitForPayment(t, reference, { state: 'succeeded' })
  })
})

describe('a body that is not a webhook', () => {
  it.each<[string, string | Buffer, number]>([
    ['nothing', '', 400],
    ['no JSON', 'charge=success', 400],
    ['half a webhook', '{"event":"charge.success","data":{', 400],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['no data', '{"event":"charge.success"}', 400],
    ['a string as data', '{"event":"charge.success","data":"x"}', 400],
    ['an event without a name', '{"event":"","data":{}}', 400],
    ['endless nesting', `{"event":"a","data":${'['.repeat(100_000)}`, 400],
    ['a NUL character', '{"event":"a","data":{"reference":"a\\u0000b"}}', 400],
    ['more than a quarter of a megabyte', JSON.stringify(charge('x'.repeat(300_000))), 413],
  ])('is refused even if it is signed: %s', async (_, body, status) => {
    const before = await held()
    expect(await hooks().send(body, hooks().sign(body))).toMatchObject({ status, body: { status: 'error' } })
    expect(await held()).toEqual(before)
  })

  it('is refused without a signature before it is read', async () => {
    expect(await hooks().send('', undefined)).toMatchObject({ status: 401 })
    expect(await hooks().send('{"event":', undefined)).toMatchObject({ status: 401 })
    const bare = await t.http.inject({ method: 'POST', url: '/api/payments/webhook' })
    expect(bare.statusCode).toBe(401)
  })

  it('is refused with a different content type', async () => {
    const body = JSON.stringify(charge())
    const reply = await hooks().send(body, hooks().sign(body), { 'content-type': 'text/plain' })
    expect(reply).toMatchObject({ status: 415 })
  })
})

describe('a webhook’s content', () => {
  it('is parsed leniently: metadata "" and 0, fees null, a number or a string as the id', async () => {
    for (const changes of [{ metadata: 0 }, { metadata: '', id: 'a-text' }, { fees: null, log: {}, id: null }])
      expect(await hooks().deliver('charge.success', charge(reference, changes).data)).toMatchObject({ status: 200 })
    expect((await eventRows(t, reference)).filter(({ kind }) => kind === 'message')).toHaveLength(3)
  })

  it('alone credits nothing: the provider is asked, and its reply decides', async () => {
    expect(t.provider.transaction(reference)).toMatchObject({ status: 'abandoned' })
    expect(await hooks().deliver('charge.success', charge().data)).toMatchObject({ status: 200 })
    await waitForPayment(t, reference, { state: 'abandoned', confirmedAt: null })
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'abandoned'])
    expect(await calls().isPaid(student)).toBe(false)
  })

  it('with another amount or currency changes nothing: the provider is asked, and its reply is compared with the price', async () => {
    await pay()
    await hooks().deliver('charge.success', charge(reference, { amount: 1, currency: 'USD' }).data)
    await waitForPayment(t, reference, { state: 'succeeded', amountKobo: 100_000 })
  })

  it('puts no personal data into the ledger: no address, card or account name', async () => {
    // Four digits could by chance be part of an id.
    const authorization = { last4: 'card-end', account_name: 'Bojack Horseman' }
    await hooks().deliver('charge.success', charge(reference, { authorization }).data)
    const stored = JSON.stringify(await eventRows(t, reference))
    for (const word of ['bojack', 'Bojack', 'card-end', student.email]) expect(stored).not.toContain(word)
  })

  it('about an unknown reference is stored without a payment', async () => {
    const unknown = 'of-somebody-else-1'
    expect(await hooks().deliver('charge.success', charge(unknown).data)).toMatchObject({ status: 200 })
    expect(
      await hooks().deliver('refund.processed', { transaction_reference: unknown, amount: '100000' }),
    ).toMatchObject({
      status: 200,
    })
    expect(await eventRows(t, unknown)).toMatchObject([
      { paymentId: null, kind: 'message', details: { event: 'charge.success' } },
      { paymentId: null, kind: 'message', details: { event: 'refund.processed' } },
    ])
  })

  it('with an unknown event is stored too, with or without a reference', async () => {
    expect(await hooks().deliver('transfer.success', { id: 77, amount: 5, status: 'success' })).toMatchObject({
      status: 200,
    })
    expect(await hooks().deliver('subscription.create', { domain: 'test' })).toMatchObject({ status: 200 })
    expect(await hooks().deliver('bank.transfer.rejected', { reference, status: 'failed' })).toMatchObject({
      status: 200,
    })
    const stored = await eventRows(t, '')
    expect(stored.map(({ details }) => details['event'])).toEqual(
      expect.arrayContaining(['transfer.success', 'subscription.create']),
    )
  })

  it('neither fails nor fills the ledger, however long it is', async () => {
    const long = 'x'.repeat(50_000)
    const data = { id: long, status: long, domain: 'test', reference, amount: 9e15, resolution: long }
    expect(await hooks().deliver('refund.pending', data)).toMatchObject({ status: 200 })
    expect(await hooks().deliver('charge.success', { ...data, reference: long })).toMatchObject({ status: 200 })
    expect(JSON.stringify(await eventRows(t, reference)).length).toBeLessThan(2_000)
  })
})

describe('a repeated webhook', () => {
  it('P-10 before the student returns opens the account', async () => {
    t.provider.messages = 'twice'
    await pay()
    await waitForPayment(t, reference, { state: 'succeeded' })
    expect(await calls().verify(student, reference)).toMatchObject({ success: true })
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'succeeded'])
  })

  it('P-11 after the student has returned changes nothing', async () => {
    await credited()
    const before = await paymentRow(t, reference)
    await t.provider.send(reference, 'charge.success', 3)
    await waitFor(async () => expect(await eventRows(t, reference)).toHaveLength(3))
    expect(await paymentRow(t, reference)).toEqual(before)
    expect(await paymentNotifications(t, student.id)).toHaveLength(1)
  })
})

describe('a refund', () => {
  it('P-19 of the whole amount ends access immediately, notifies the student, and has no effect when repeated', async () => {
    await credited()
    t.provider.messages = 'at-once'
    await t.provider.refund(reference)
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'refunded', attention: null })
    expect(await calls().isPaid(student)).toBe(false)
    const before = await held()
    await t.provider.send(reference, 'refund.processed', 5)
    expect(await held()).toEqual(before)
    expect(await paymentNotifications(t, student.id)).toEqual(['We got your payment', 'Your payment was refunded'])
  })

  it('in parts ends access with the last part', async () => {
    await credited()
    t.provider.messages = 'at-once'
    await t.provider.refund(reference, 40_000)
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded' })
    expect(await calls().isPaid(student)).toBe(true)
    await t.provider.refund(reference, 60_000)
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'refunded' })
    expect((await loadEventKinds(t, reference)).filter((kind) => kind === 'refunded')).toHaveLength(2)
  })

  it('has no effect while it is pending, or if it failed', async () => {
    await credited()
    for (const event of ['refund.pending', 'refund.processing', 'refund.failed'])
      await hooks().deliver(event, {
        transaction_reference: reference,
        amount: '100000',
        domain: 'test',
        refund_reference: null,
      })
    expect(await loadEventKinds(t, reference)).toEqual(['opened', 'succeeded'])
    expect(await calls().isPaid(student)).toBe(true)
  })

  it('lets the student pay again', async () => {
    await credited()
    t.provider.messages = 'at-once'
    await t.provider.refund(reference)
    const again = await calls().open(student)
    expect(again.reference).not.toBe(reference)
    await t.provider.pay(again.reference)
    await waitForPayment(t, again.reference, { state: 'succeeded', attention: null })
    expect(await calls().isPaid(student)).toBe(true)
  })
})

describe('a dispute', () => {
  beforeEach(async () => {
    await credited()
    t.provider.messages = 'at-once'
  })

  it('does not end access while it lasts, needs an admin, and ends when it is won', async () => {
    await t.provider.dispute(reference)
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'disputed', attention: 'disputed' })
    await t.provider.remind(reference)
    expect(await calls().isPaid(student)).toBe(true)
    await t.provider.resolve(reference, 'declined')
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded', attention: null })
    expect(await calls().isPaid(student)).toBe(true)
  })

  it('P-19 that was lost ends access', async () => {
    await t.provider.dispute(reference)
    await t.provider.resolve(reference, 'merchant-accepted')
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'refunded', attention: null })
    expect(await calls().isPaid(student)).toBe(false)
  })

  it('has the same outcome if its resolution is reported before its start', async () => {
    t.provider.messages = 'never'
    await t.provider.dispute(reference)
    await t.provider.resolve(reference, 'declined')
    await t.provider.send(reference, 'charge.dispute.resolve')
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded' })
    await t.provider.send(reference, 'charge.dispute.create')
    await t.provider.send(reference, 'charge.dispute.remind')
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded', attention: null })
  })

  it('and a second one each need a resolution', async () => {
    for (const end of ['declined', 'declined'] as const) {
      await t.provider.dispute(reference)
      expect(await paymentRow(t, reference)).toMatchObject({ state: 'disputed' })
      await t.provider.resolve(reference, end)
      expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded' })
    }
  })

  it('reported together with a refund and a check by the student is resolved, in thirty rounds', async () => {
    for (let round = 0; round < 30; round += 1) {
      const [dispute, refund] = [`1${round}`, `2${round}`]
      const outcomes = await Promise.all([
        hooks().deliver('charge.dispute.create', { id: dispute, domain: 'test', transaction: { reference } }),
        hooks().deliver('charge.dispute.resolve', {
          id: dispute,
          domain: 'test',
          resolution: 'declined',
          transaction: { reference },
        }),
        hooks().deliver('refund.processed', {
          refund_reference: refund,
          amount: '1',
          domain: 'test',
          transaction_reference: reference,
        }),
        hooks().deliver('charge.success', charge(reference, { id: round }).data),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    }
    expect(await paymentRow(t, reference)).toMatchObject({ state: 'succeeded', attention: null })
  })
})

describe('test money on a live server', () => {
  it('P-20 is acknowledged, ignored and shown to the admins', async () => {
    const provider = await openScriptedProvider('live')
    const live = await startTestApp(provider.settings, t)
    try {
      const { id } = await paymentRow(t, reference)
      const key = provider.settings.PAYSTACK_SECRET_KEY
      const deliver = (event: string, data: object) => {
        const body = JSON.stringify({ event, data })
        return webhooks(live).send(body, webhooks(live).sign(body, key))
      }
      expect(await deliver('charge.success', charge(reference, { domain: 'test' }).data)).toMatchObject({ status: 200 })
      expect(
        await deliver('refund.processed', {
          transaction_reference: reference,
          refund_reference: 'r',
          amount: '100000',
          domain: 'test',
        }),
      ).toMatchObject({ status: 200 })
      expect(await paymentRow(t, reference)).toMatchObject({ attention: 'mismatch', confirmedAt: null })
      expect(await countPaymentJobs(t, 'payment-alerts', id)).toBe(1)
      provider.setTransaction(reference, transaction(reference, { domain: 'test' }))
      const verified = paymentCalls(live).verify(student, reference)
      await expect(verified).rejects.toMatchObject({ status: 402, message: 'Payment verification failed. Try again.' })
      provider.setTransaction(reference, transaction(reference))
      live.app.clock.advance(2_000)
      expect(await paymentCalls(live).verify(student, reference)).toMatchObject({ success: true })
    } finally {
      await live.close()
      provider.close()
    }
  })
})

describe('a webhook while the database is unavailable', () => {
  it('P-15 gets a 503, so that the provider sends it again, and is then credited', async () => {
    await pay()
    const line = await openDatabaseProxy(t.databaseUrl)
    const other = await startTestApp({}, { ...t, databaseUrl: line.url })
    const holder = await t.owner.connect()
    try {
      const deliver = () => webhooks(other).deliver('charge.success', charge().data)
      line.disconnect()
      expect(await deliver()).toMatchObject({ status: 503, body: { code: 'busy' } })
      line.reconnect()
      expect(await eventRows(t, reference)).toMatchObject([{ kind: 'opened' }])

      // The connection breaks while the webhook is being written.
      await holder.query('begin; lock table payment_events in exclusive mode')
      const delivery = deliver()
      await waitForTableWait(holder, 'payment_events')
      line.disconnect()
      expect(await delivery).toMatchObject({ status: 503 })
      await holder.query('rollback')
      line.reconnect()
      expect(await eventRows(t, reference)).toMatchObject([{ kind: 'opened' }])

      await waitFor(async () => expect(await deliver()).toMatchObject({ status: 200 }))
      await waitForPayment(t, reference, { state: 'succeeded' })
      expect(await calls().isPaid(student)).toBe(true)
    } finally {
      holder.release(true)
      line.reconnect()
      await other.close()
      await line.close()
    }
  })
})
