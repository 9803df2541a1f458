// A refund as it is typed: naira and a note.
import { nairaOf } from '@baobab/contract/naira.ts'
import { RefundForm, type PaymentHistory } from '@baobab/contract/payment-office.ts'
import { z } from 'zod'
import { koboOf } from '../../settings/typed-settings.ts'

export type Refund = NonNullable<PaymentHistory['refund']>

/** What may be typed of a payment of which so much may be noted. */
export function typedRefund({ mostKobo, isWhole }: Refund) {
  return z.object({
    naira: z.string().refine(
      (typed) => {
        const kobo = koboOf(typed)
        return isWhole || (kobo >= 1 && kobo <= mostKobo)
      },
      `Amount must be naira, up to ${nairaOf(mostKobo)}`,
    ),
    note: RefundForm.shape.note,
  })
}
