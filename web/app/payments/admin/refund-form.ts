// A refund as it is typed: naira and a note.
import { formatNaira } from '@baobab/contract/naira.ts'
import { RefundForm, type PaymentHistory } from '@baobab/contract/payments-admin.ts'
import { z } from 'zod'
import { parseNaira } from '../../forms/parse-naira.ts'

export type RefundLimits = NonNullable<PaymentHistory['refund']>

/** What may be typed of a payment of which so much may be noted. */
export function refundFormSchema({ mostKobo, isWhole }: RefundLimits) {
  return z.object({
    naira: z.string().refine(
      (typed) => {
        const kobo = parseNaira(typed)
        return isWhole || (kobo >= 1 && kobo <= mostKobo)
      },
      `Amount must be naira, up to ${formatNaira(mostKobo)}`,
    ),
    note: RefundForm.shape.note,
  })
}
