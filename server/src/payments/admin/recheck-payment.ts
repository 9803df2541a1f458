import { paymentsText } from '@baobab/contract/payments/text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { askProvider } from '../ask-provider.ts'
import { paymentByReference } from '../queries.ts'

/** Asks the provider about a payment for an admin. The audit line is written even if the provider does not reply. */
export async function recheckPayment(app: App, who: AdminUser, reference: string) {
  const payment = (await paymentByReference(app.db, reference)) ?? fail('not_found')
  await writeAuditLine(app, app.db, { adminId: who.id, action: 'payment.checked', subject: payment.id })
  const { isAnswered } = await askProvider(app, payment, 'admin', who.id)
  return { message: isAnswered ? paymentsText.paymentChecked : paymentsText.providerNotResponding, isFresh: isAnswered }
}
