import { paymentsText } from '@baobab/contract/payments/text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { askProvider } from '../ask-provider.ts'
import { paymentByReference } from '../queries.ts'
import { followRefunds } from '../refunds/follow-refunds.ts'

/** Asks the provider about a payment and its refunds for an admin. The audit line is written even if the provider does not reply. */
export async function recheckPayment(app: App, who: AdminUser, reference: string) {
  const payment = (await paymentByReference(app.db, reference)) ?? fail('not_found')
  await writeAuditLine(app, app.db, { adminId: who.id, action: 'payment.checked', subject: payment.id })
  const check = await askProvider(app, payment, 'admin', who.id)
  const isAnswered = check.isAnswered && (await followRefunds(app, payment.id))
  return { message: isAnswered ? paymentsText.paymentChecked : paymentsText.providerNotResponding, isFresh: isAnswered }
}
