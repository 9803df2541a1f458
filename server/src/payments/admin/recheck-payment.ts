// An admin has the provider asked, without waiting for the job that asks by itself.
import { paymentsText } from '@baobab/contract/payments-text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { askProvider } from '../ask-provider.ts'
import { paymentByReference } from '../queries.ts'

/** Asks about a payment; that it was asked for is noted even where nobody answers. */
export async function recheckPayment(app: App, who: AdminUser, reference: string) {
  const payment = (await paymentByReference(app.db, reference)) ?? fail('not_found')
  await writeAuditLine(app, app.db, { adminId: who.id, action: 'payment.checked', subject: payment.id })
  const { isAnswered } = await askProvider(app, payment, 'admin', who.id)
  return { message: isAnswered ? paymentsText.paymentAsked : paymentsText.providerSilent, isFresh: isAnswered }
}
