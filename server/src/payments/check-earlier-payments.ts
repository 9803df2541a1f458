// Before opening another payment, asks the provider about the student's recent ones, because one may have been paid.
import { and, desc, eq, gte, isNotNull, or, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { askProvider, type ProviderCheck } from './ask-provider.ts'
import type { PaymentRow } from './queries.ts'
import { payments } from './tables.ts'

/** A payment that has been pending for longer than this does not block another one. */
const PENDING_MS = 24 * 3_600_000
/** The maximum number of payments asked about. The payer's own come first, so that other people's payments cannot displace them. */
const MAX_ASKED = 4

/** A checkout without an access code cannot be paid: the provider never confirmed it. */
const isPayable = or(isNotNull(payments.accessCode), eq(payments.method, 'wallet'))

/** The person opening a payment, and the student it is for. */
export type Payer = {
  studentId: string
  by: 'student' | 'parent'
  /** The parent's email address; missing if the student pays. */
  payerEmail?: string
}

/** Returns the condition for payments opened by the same payer: the student, or a parent with the same address. */
export const isOpenedBy = ({ studentId, by, payerEmail = '' }: Payer) =>
  and(
    eq(payments.studentId, studentId),
    eq(payments.openedBy, by),
    by === 'parent' ? eq(payments.payerEmail, payerEmail) : undefined,
  )

/** Asks the provider about the student's open payments of the last day. */
export async function checkEarlierPayments(app: App, payer: Payer): Promise<ProviderCheck[]> {
  const since = new Date(app.clock.now().getTime() - PENDING_MS)
  const open = await app.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.studentId, payer.studentId),
        gte(payments.openedAt, since),
        isNotNull(payments.nextAskAt),
        isPayable,
      ),
    )
    .orderBy(sql`(${isOpenedBy(payer)}) is true desc`, desc(payments.openedAt))
    .limit(MAX_ASKED)
  return Promise.all(open.map((payment) => askProvider(app, payment, 'verify')))
}

/**
 * A wallet can start a payment of any amount under our reference, but only the agreed amount blocks another payment.
 */
function isPending({ payment, finding }: ProviderCheck): boolean {
  if (finding?.kind !== 'pending') return false
  const isAgreed = finding.amountKobo === payment.amountKobo && finding.currency === payment.currency
  return payment.method === 'checkout' || isAgreed
}

/**
 * Refuses to open another payment while the same payer may have paid under an earlier reference: one reference can be paid only
 * once, but a second reference could be paid as well. Another payer's pending payment does not block: otherwise a payment link
 * in the wrong hands could keep the student from paying.
 * @param reusable the payment that will be reopened instead of creating a new one
 */
export function requireNonePending(
  earlier: readonly ProviderCheck[],
  { by, payerEmail }: Payer,
  reusable: PaymentRow | undefined,
): void {
  const isOwn = ({ payment }: ProviderCheck) =>
    payment.openedBy === by && (by === 'student' || payment.payerEmail === payerEmail) && payment.id !== reusable?.id
  if (earlier.some((check) => isPending(check) && isOwn(check))) fail('payment_pending')
  if (!reusable && earlier.some(({ isAnswered }) => !isAnswered)) fail('payment_unseen', { retryAfterSeconds: 5 })
}
