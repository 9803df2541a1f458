// Lets an admin give the provider the payer's bank account for a refund that needs one. The account is not stored.
import type { BankAccountForm, RefundState } from '@baobab/contract/payments/refunds.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { eq } from 'drizzle-orm'
import type { output } from 'zod/mini'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { ProviderUnavailableError } from '../../platform/payment-provider/paystack.ts'
import { paymentByReference } from '../queries.ts'
import { lockPayment, recordEventsInTx } from '../record-events.ts'
import { refundEvents, refunds } from '../tables.ts'
import { askedMessages } from './ask-refund.ts'
import { findRefund, type RefundRow } from './queries.ts'
import { recordRefund, type RefundReport } from './record-refund.ts'
import { computeNextCheck, toRefundNumber, toRefundState } from './rules.ts'

type Account = output<typeof BankAccountForm>
type Input = Account & { reference: string; refundId: string }

/** Returns the banks that the provider knows. */
export async function listRefundBanks(app: App): Promise<{ id: string; name: string }[]> {
  try {
    return (await app.paystack.listBanks()).map(({ id, name }) => ({ id, name }))
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    app.log.warn({ err: error }, 'the payment provider did not list its banks')
    return fail('provider_away')
  }
}

/** Asks the provider for the name of an account's holder, so that an admin notices a wrong number before money is sent to it. */
export async function findAccountHolder(
  { paystack, log }: App,
  { bankId, accountNumber }: Account,
): Promise<{ holder: string | null; message: string }> {
  try {
    const bank = (await paystack.listBanks()).find(({ id }) => id === bankId)
    const holder = bank && (await paystack.findAccountHolder({ bankCode: bank.code, accountNumber }))
    if (holder === undefined) return { holder: null, message: paymentsText.accountUnknown }
    return { holder, message: paymentsText.accountBelongsTo(holder) }
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    log.warn({ err: error }, 'the payment provider did not say whose bank account it is')
    return { holder: null, message: paymentsText.accountHolderAway }
  }
}

/** Gives the provider the account, once. Until the reply is known, the refund is `asked`, so that nobody makes it elsewhere. */
export async function giveBankAccount(
  app: App,
  who: AdminUser,
  input: Input,
): Promise<{ message: string; state: RefundState }> {
  const refund = await markAsked(app, who, input)
  const { state } = await callProvider(app, refund, input)
  const message = state === 'needs-attention' ? paymentsText.refundAccountRefused : askedMessages[state]
  return { message, state }
}

/** Sets a refund that needs bank details back to `asked`, before the provider is called. */
async function markAsked(app: App, who: AdminUser, { reference, refundId }: Input): Promise<RefundRow> {
  return app.db.transaction(async (tx) => {
    const known = (await paymentByReference(tx, reference)) ?? fail('not_found')
    const { payment } = await lockPayment(tx, known.id)
    const refund = (await findRefund(tx, known.id, refundId)) ?? fail('not_found')
    const { state: before, providerId, replacedAt } = refund
    if (before !== 'needs-attention' || providerId === null || replacedAt !== null) fail('refund_not_waiting')
    // A dispute or another refund may return the money already.
    if (payment.state === 'disputed') fail('refund_disputed')
    if (payment.state === 'refunded') fail('refund_refused')
    const [state, now] = ['asked' as const, app.clock.now()]
    const nextCheckAt = computeNextCheck({ ...refund, state, changedAt: now, now })
    // Replies to earlier requests must no longer change it.
    const set = { state, changedAt: now, checkedAt: now, nextCheckAt }
    const [asked] = await tx.update(refunds).set(set).where(eq(refunds.id, refundId)).returning()
    if (!asked) throw new Error('a locked refund has disappeared')
    await tx.insert(refundEvents).values({ refundId, paymentId: known.id, state, adminId: who.id, at: now })
    await recordEventsInTx(app, tx, { paymentId: known.id, source: 'admin', events: [] })
    const details = { amountKobo: refund.amountKobo, number: toRefundNumber(refundId) }
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'payment.refund_account_given',
      subject: known.id,
      details,
    })
    return asked
  })
}

/** Calls the provider, once, and records its reply. Without a reply the job finds out whether the provider has the account. */
async function callProvider(app: App, refund: RefundRow, { bankId, accountNumber }: Account): Promise<RefundRow> {
  try {
    const answer = await app.paystack.retryRefund({ id: refund.providerId ?? '', bankId, accountNumber })
    // It is newer than all replies to questions that were asked while it was on its way.
    const checkedAt = new Date(app.clock.now().getTime() + 1)
    const report: Pick<RefundReport, 'state' | 'explanation'> =
      'refusal' in answer
        ? // The explanation is never deleted, so it must not contain the account number.
          { state: 'needs-attention', explanation: answer.refusal.replaceAll(accountNumber, 'the account') }
        : { state: toRefundState(answer.refund.status) ?? 'processing' }
    return await recordRefund(app, refund, { ...report, checkedAt, source: 'admin' })
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    app.log.warn({ err: error }, 'the payment provider did not reply to a bank account')
    return refund
  }
}
