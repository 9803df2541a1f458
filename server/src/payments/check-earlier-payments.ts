// What may have been paid already is asked about before another payment is opened.
import { and, desc, eq, gte, isNotNull, or, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { askProvider, type ProviderCheck } from './ask-provider.ts'
import { ProviderUnavailableError } from '../platform/payment-provider/paystack.ts'
import type { PaymentRow } from './queries.ts'
import { payments } from './tables.ts'

/** A payment that is on its way for longer than this keeps nobody from another try. */
const PENDING_MS = 24 * 3_600_000
/** Of the payments that were left open the last few; one's own come first, so that others cannot hide them. */
const MOST_ASKED = 4

/** Nobody can pay what the provider was never told of, or never answered. */
const isPayable = or(isNotNull(payments.accessCode), eq(payments.method, 'wallet'))

/** Who opens a payment, and for which student. */
export type Payer = {
  studentId: string
  by: 'student' | 'parent'
  /** A parent's address; the student's own where the student pays. */
  payerEmail?: string
}

/** A payment that was asked about, and whether money of the agreed sum is on its way under its reference. */
export type EarlierPayment = ProviderCheck & { isOnItsWay: boolean }

/** Payments that the same person opened: the student, or a parent with the same address. */
export const isOpenedBy = ({ studentId, by, payerEmail = '' }: Payer) =>
  and(
    eq(payments.studentId, studentId),
    eq(payments.openedBy, by),
    by === 'parent' ? eq(payments.payerEmail, payerEmail) : undefined,
  )

/** Who comes back may have paid by now: the provider is asked about the last payments before there is another. */
export async function checkEarlierPayments(app: App, person: Payer): Promise<EarlierPayment[]> {
  const since = new Date(app.clock.now().getTime() - PENDING_MS)
  const open = await app.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.studentId, person.studentId),
        gte(payments.openedAt, since),
        isNotNull(payments.nextAskAt),
        isPayable,
      ),
    )
    .orderBy(sql`(${isOpenedBy(person)}) is true desc`, desc(payments.openedAt))
    .limit(MOST_ASKED)
  return Promise.all(
    open.map(async (payment) => {
      const asked = await askProvider(app, payment, 'verify')
      return { ...asked, isOnItsWay: await isOnItsWay(app, asked) }
    }),
  )
}

/** A wallet may have begun any sum under our reference: one that was not agreed is nothing to wait for. */
async function isOnItsWay(app: App, { payment, said }: ProviderCheck): Promise<boolean> {
  if (said !== 'pending' || payment.method === 'checkout') return said === 'pending'
  try {
    const found = await app.paystack.verify(payment.reference)
    return found?.amountKobo === payment.amountKobo && found.currency === payment.currency
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    return true
  }
}

/**
 * Refuses to open another payment while money of the same person may be on its way under an earlier reference. Under its
 * own reference a payment is made once; another one could be paid beside it. What somebody else has on its way keeps
 * nobody waiting: a link in the wrong hands would lock the student out.
 */
export function requireNonePending(
  seen: readonly EarlierPayment[],
  { by, payerEmail }: Payer,
  goesOn: PaymentRow | undefined,
): void {
  const isOwn = ({ payment }: EarlierPayment) =>
    payment.openedBy === by && (by === 'student' || payment.payerEmail === payerEmail) && payment.id !== goesOn?.id
  if (seen.some((one) => one.isOnItsWay && isOwn(one))) fail('payment_pending')
  if (!goesOn && seen.some(({ isAnswered }) => !isAnswered)) fail('payment_unseen', { retryAfterSeconds: 5 })
}
