import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { type PaymentHistory, RefundForm } from '@baobab/contract/payments/admin.ts'
import * as z from 'zod/mini'
import { parseNaira } from '../../forms/parse-naira.ts'
import { text } from './text.ts'

export type RefundLimits = NonNullable<PaymentHistory['refund']>

/** Returns the schema of the refund form, whose amount is typed in naira. A full refund needs no amount. */
export function refundFormSchema({ mostKobo, isWhole }: RefundLimits) {
  return z.object({
    naira: z.string().check(
      z.refine(
        (typed) => {
          const kobo = parseNaira(typed)
          return isWhole || (kobo >= 1 && kobo <= mostKobo)
        },
        text.amountInvalid(formatNaira(mostKobo)),
      ),
    ),
    note: RefundForm.shape.note,
  })
}
