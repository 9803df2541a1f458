// An admin has the provider asked, without waiting for the job that asks by itself.
import { paymentsText } from '@baobab/contract/payments-text.ts'
import type { App } from '../../app.ts'
import { writeLine } from '../../audit/write-line.ts'
import type { AdminPerson } from '../../platform/auth.ts'
import { fail } from '../../platform/errors.ts'
import { askProvider } from '../../payments/ask-provider.ts'
import { paymentByReference } from '../../payments/queries.ts'

/** Asks about a payment; that it was asked for is noted even where nobody answers. */
export async function askNow(app: App, who: AdminPerson, reference: string) {
  const payment = (await paymentByReference(app.db, reference)) ?? fail('not_found')
  await writeLine(app, app.db, { adminId: who.id, action: 'payment.checked', subject: payment.id })
  const { isAnswered } = await askProvider(app, payment, 'admin', who.id)
  return { message: isAnswered ? paymentsText.paymentAsked : paymentsText.providerSilent, isFresh: isAnswered }
}
