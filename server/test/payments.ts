// Helpers for payments in tests: the calls of students and parents, the provider's webhooks, and reads of the database.
import { createHmac, randomUUID } from 'node:crypto'
import * as contract from '@baobab/contract/payments/endpoints.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { notifications } from '../src/notifications/tables.ts'
import { paymentByReference, type PaymentRow } from '../src/payments/queries.ts'
import { paymentEvents, refundEvents, refunds } from '../src/payments/tables.ts'
import { students } from '../src/accounts/tables.ts'
import type { TestApp } from './harness.ts'
import { unique, type MadeStudent } from './factories.ts'
import { waitFor } from './wait-for.ts'

type Payer = Pick<MadeStudent, 'token'>

/** Returns the calls that a student makes, or a parent with a payment link. */
export function paymentCalls(t: TestApp) {
  const linkOf = async (student: Payer) => {
    const { url } = await t.as(student.token)(contract.makePayLink, {})
    return new URL(url).searchParams.get('link') ?? ''
  }
  return {
    linkOf,
    open: (student: Payer, method: 'checkout' | 'wallet' = 'checkout') =>
      t.as(student.token)(contract.initializePayment, { body: { method } }),
    verify: (student: Payer, reference: string) => t.as(student.token)(contract.verifyPayment, { body: { reference } }),
    check: (student: Payer, reference: string) => t.as(student.token)(contract.checkPayment, { body: { reference } }),
    list: (student: Payer) => t.as(student.token)(contract.listPayments, {}),
    isPaid: async (student: Payer) => (await t.as(student.token)(contract.listPayments, {})).isPaid,
    readLink: (token: string) => t.as()(contract.readPayLink, { params: { token } }),
    openByLink: (token: string, email: string, method: 'checkout' | 'wallet' = 'checkout') =>
      t.as()(contract.initializeByLink, { params: { token }, body: { email, method } }),
    verifyByLink: (token: string, reference: string) =>
      t.as()(contract.verifyByLink, { params: { token }, body: { reference } }),
  }
}

/** Stores a refund that the provider could not make. @returns its id */
export async function makeFailedRefund(t: TestApp, payment: { paymentId: string; adminId: string }): Promise<string> {
  const [id, at, state] = [randomUUID(), t.app.clock.now(), 'failed' as const]
  const refund = { ...payment, amountKobo: 100, isWhole: false, reason: 'payer-asked' as const, providerId: '1' }
  await t.app.db.insert(refunds).values({ ...refund, id, state, failure: 'failed', askedAt: at, changedAt: at })
  await t.app.db.insert(refundEvents).values({ refundId: id, paymentId: payment.paymentId, state, at })
  return id
}

/** Signs and sends webhooks as the provider does. */
export function webhooks(t: TestApp) {
  const sign = (body: string | Buffer, key = t.paystack.secretKey) =>
    createHmac('sha512', key).update(body).digest('hex')
  const send = async (body: string | Buffer, signature: string | undefined, headers: Record<string, string> = {}) => {
    const reply = await t.http.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      payload: body,
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'x-paystack-signature': signature }),
        ...headers,
      },
    })
    return { status: reply.statusCode, body: reply.json<{ status: string; code?: string }>() }
  }
  return {
    sign,
    send,
    deliver: (event: string, data: object) => {
      const body = JSON.stringify({ event, data })
      return send(body, sign(body))
    },
  }
}

/** Returns a payment's row. */
export async function paymentRow(t: TestApp, reference: string): Promise<PaymentRow> {
  const row = await paymentByReference(t.app.db, reference)
  if (!row) throw new Error(`no payment ${reference}`)
  return row
}

/** Returns a payment's events in ledger order. */
export const eventRows = (t: TestApp, reference: string) =>
  t.app.db.select().from(paymentEvents).where(eq(paymentEvents.reference, reference)).orderBy(asc(paymentEvents.seq))

/** Returns the kinds of a payment's events, except stored webhooks, which alone change nothing. */
export async function loadEventKinds(t: TestApp, reference: string): Promise<string[]> {
  const rows = await eventRows(t, reference)
  return rows.map(({ kind }) => kind).filter((kind) => kind !== 'message')
}

/** Returns the titles of a student's notifications about payments. */
export async function paymentNotifications(t: TestApp, studentId: string): Promise<string[]> {
  const rows = await t.app.db
    .select()
    .from(notifications)
    .where(eq(notifications.studentId, studentId))
    .orderBy(asc(notifications.number))
  return rows.filter(({ type }) => type === 'payment').map(({ title }) => title)
}

/** Returns how many jobs about a payment were ever sent to a queue. */
export async function countPaymentJobs(t: TestApp, queue: string, paymentId: string): Promise<number> {
  const { rows } = await t.app.db.execute<{ count: number }>(
    sql`select count(*)::integer as count from pgboss.job where name = ${queue} and data ->> 'paymentId' = ${paymentId}`,
  )
  return rows[0]?.count ?? 0
}

/** Waits until jobs have made these changes to a payment. */
export function waitForPayment(t: TestApp, reference: string, changes: Partial<PaymentRow>): Promise<void> {
  return waitFor(async () => expect(await paymentRow(t, reference)).toMatchObject(changes))
}

/** Inserts only a student's row, without a slow password hash; the student cannot log in. */
export async function makeBareStudent(t: TestApp): Promise<string> {
  const username = unique('n')
  const [row] = await t.app.db
    .insert(students)
    .values({
      username,
      usernameKey: username,
      email: `${username}@school.example`,
      emailKey: `${username}@school.example`,
      number: '',
      passwordHash: '',
      birth: '2012-05-01',
      gender: 'female',
      address: '',
      verifiedAt: t.app.clock.now(),
      createdAt: t.app.clock.now(),
    })
    .returning({ id: students.id })
  if (!row) throw new Error('no student was made')
  return row.id
}
