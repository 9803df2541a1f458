// Admin actions on many payments.
import { paymentsText } from '@baobab/contract/payments/text.ts'
import { recheckPayment } from '../payments/admin/recheck-payment.ts'
import { fail } from '../platform/http/errors.ts'
import type { BulkActions } from './action.ts'

/** The provider limits the number of requests. */
const CHECKS_MAX = 1_000

export const paymentActions: BulkActions<'payments.check'> = {
  'payments.check': {
    maxRows: CHECKS_MAX,
    isOutside: true,
    run: async (app, who, { target }) => {
      const { isFresh } = await recheckPayment(app, who, target.name)
      if (!isFresh) fail('provider_away', { message: paymentsText.providerNotResponding })
    },
  },
}
