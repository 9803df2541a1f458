// Tests concurrent reports about one payment from all sources, over real connections, on two servers with one database.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '@baobab/contract/kernel/client.ts'
import * as contract from '@baobab/contract/payments/endpoints.ts'
import { eq } from 'drizzle-orm'
import { atOnce, openConnections } from '../../test/connections.ts'
import { type TestApp, openTestApp } from '../../test/harness.ts'
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
import { releaseTogether } from '../../test/release-together.ts'
import { hasAccess } from './queries.ts'
import { reconcile } from './reconcile.ts'
import { payments } from './tables.ts'

let servers: { app: TestApp; as: (token?: string) => Caller; url: string }[]
const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const other = await openTestApp({ RATE_LIMIT_FACTOR: '0' }, t)
beforeAll(async () => {
  t.provider.messages = 'never'
  servers = []
  for (const app of [t, other]) {
    const as = await openConnections(app)
    const address = app.http.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    servers.push({ app, as, url: `http://127.0.0.1:${port}` })
  }
})

function server(n: number): (typeof servers)[number] {
  const found = servers[n % servers.length]
  if (!found) throw new Error('no server is open')
  return found
}

async function sendWebhook(n: number, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-paystack-signature': webhooks(t).sign(body) }
  const reply = await fetch(`${server(n).url}/api/payments/webhook`, { method: 'POST', headers, body })
  await reply.body?.cancel()
  return reply.status
}

const charge = (reference: string, id: number) =>
  JSON.stringify({
    event: 'charge.success',
    data: { id, domain: 'test', status: 'success', reference, amount: 100_000 },
  })

const verify = (n: number, student: MadeStudent, reference: string) =>
  server(n).as(student.token)(contract.verifyPayment, { body: { reference } })

async function paidOnce(): Promise<{ student: MadeStudent; reference: string }> {
  const student = await makeStudent(t)
  const { reference } = await paymentCalls(t).open(student)
  await t.provider.pay(reference)
  return { student, reference }
}

/** Makes everything that records an event of the student's payments wait. */
const lockStudent = ({ id }: MadeStudent) => `select from students where id = '${id}' for no key update`

/** Makes a payment due for the reconciling job. */
const isDue = (reference: string) =>
  t.app.db
    .update(payments)
    .set({ nextAskAt: new Date(0) })
    .where(eq(payments.reference, reference))

async function expectOneCredit(student: MadeStudent, reference: string): Promise<void> {
  await waitForPayment(t, reference, { state: 'succeeded', attention: null, confirmedAt: expect.any(Date) })
  expect((await loadEventKinds(t, reference)).filter((kind) => kind === 'succeeded')).toHaveLength(1)
  expect(await countPaymentJobs(t, 'payment-receipts', (await paymentRow(t, reference)).id)).toBe(1)
  expect(await paymentNotifications(t, student.id)).toEqual(['We got your payment'])
  expect(await hasAccess(t.app.db, student.id)).toBe(true)
}

describe('one payment', () => {
  it.each([
    [50, 1],
    [2, 8],
  ])(
    'P-12 B-14 verified, reported by webhook and found by the job, each %d times at the same moment, is credited once (rounds: %d)',
    async (times, rounds) => {
      for (let round = 0; round < rounds; round += 1) {
        const { student, reference } = await paidOnce()
        await isDue(reference)
        const report = () =>
          Promise.all([
            atOnce(times, (n) => verify(n, student, reference)),
            atOnce(times, (n) => sendWebhook(n, charge(reference, n))),
            atOnce(times, (n) => reconcile(server(n).app.app)),
          ])
        // In every other round, both servers and the job learn that it was paid before any of them has stored it.
        const isHeld = round % 2 === 0
        const [verified, sent] = await (isHeld
          ? releaseTogether([t, other], { lock: lockStudent(student), waiting: 3 }, report)
          : report())
        for (const outcome of verified) expect(outcome).toMatchObject({ success: true })
        expect(new Set(sent)).toEqual(new Set([200]))
        await expectOneCredit(student, reference)
      }
    },
  )

  it('P-09 reported a hundred times at once by the same webhook, to two servers, is credited once', async () => {
    const { student, reference } = await paidOnce()
    const body = charge(reference, 1)
    expect(await atOnce(100, (n) => sendWebhook(n, body))).toEqual(Array(100).fill(200))
    await expectOneCredit(student, reference)
    const kinds = (await eventRows(t, reference)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['message', 'opened', 'succeeded'])
  })

  it('B-14 is credited once if it is verified fifty times concurrently on two servers', async () => {
    const { student, reference } = await paidOnce()
    const outcomes = await atOnce(50, (n) => verify(n, student, reference))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ success: true, payment: { reference } })
    await expectOneCredit(student, reference)
    expect(await eventRows(t, reference)).toHaveLength(2)
  })

  it('P-18 is created once if it is opened twenty times concurrently on two servers', async () => {
    const student = await makeStudent(t)
    const open = (n: number) =>
      server(n).as(student.token)(contract.initializePayment, { body: { method: 'checkout' } })
    // No payment is inserted until several calls have started.
    const held = { lock: 'lock table payments in share mode', waiting: 8 }
    const outcomes = await releaseTogether([t, other], held, () => atOnce(20, open))
    expect(new Set(outcomes.map((outcome) => (outcome as contract.Checkout).reference)).size).toBe(1)
  })
})

describe('two payments of one student', () => {
  /** Opens and pays one payment as the student and, independently, another one as a parent. */
  async function paidTwice() {
    const student = await makeStudent(t)
    const calls = paymentCalls(t)
    const own = await calls.open(student)
    const parents = await calls.openByLink(await calls.linkOf(student), 'mum@home.example')
    const references = [own.reference, parents.reference] as const
    for (const reference of references) await t.provider.pay(reference)
    return { student, references }
  }

  it('P-17 confirmed at the same moment: one counts and the other is due for a refund, six times in a row', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { student, references } = await paidTwice()
      await Promise.all(references.map((reference) => isDue(reference)))
      await releaseTogether([t, other], { lock: lockStudent(student), waiting: 2 }, () =>
        Promise.all([
          verify(round, student, references[0]),
          verify(round + 1, student, references[1]),
          ...references.map((reference, n) => sendWebhook(n, charge(reference, n))),
          reconcile(server(round).app.app),
        ]),
      )
      for (const reference of references) await waitForPayment(t, reference, { state: 'succeeded' })
      const rows = await Promise.all(references.map((reference) => paymentRow(t, reference)))
      expect(rows.map(({ attention }) => String(attention)).toSorted()).toEqual(['null', 'refund-due'])
      const [counts, surplus] = rows[0]?.attention === null ? rows : rows.toReversed()
      expect((await paymentNotifications(t, student.id)).toSorted()).toEqual([
        'We got your payment',
        'You have paid twice',
      ])

      // Refunds the payment that counted: from then on, the other one counts.
      const refund = {
        transaction_reference: counts?.reference,
        refund_reference: 'r',
        amount: '100000',
        domain: 'test',
      }
      expect(await sendWebhook(round, JSON.stringify({ event: 'refund.processed', data: refund }))).toBe(200)
      expect(await paymentRow(t, counts?.reference ?? '')).toMatchObject({ state: 'refunded', attention: null })
      expect(await paymentRow(t, surplus?.reference ?? '')).toMatchObject({ state: 'succeeded', attention: null })
      expect(await hasAccess(t.app.db, student.id)).toBe(true)
    }
  })

  it('leave the account open when the surplus one is refunded', async () => {
    const { student, references } = await paidTwice()
    await verify(0, student, references[0])
    await verify(1, student, references[1])
    const refund = { transaction_reference: references[1], refund_reference: 'r', amount: '100000', domain: 'test' }
    await sendWebhook(0, JSON.stringify({ event: 'refund.processed', data: refund }))
    expect(await paymentRow(t, references[1])).toMatchObject({ state: 'refunded', attention: null })
    expect(await paymentRow(t, references[0])).toMatchObject({ state: 'succeeded', attention: null })
    expect(await hasAccess(t.app.db, student.id)).toBe(true)
  })
})
