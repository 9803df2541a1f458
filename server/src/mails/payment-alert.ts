import { formatNaira } from '@baobab/contract/payments/rules.ts'
import { renderMail, type MailBody } from './layout.ts'

const explanations = {
  mismatch:
    'We received money that does not match this payment: a different amount or currency, or test money. The account was not opened. Please check the payment in the payment provider’s dashboard, then refund it on its page or write to the payer.',
  'refund-due':
    'The account for this payment was already paid or has been deleted. Please refund the payment on its page.',
  disputed:
    'The payer has disputed this payment with the bank. Please answer in the payment provider’s dashboard. The account stays open until the dispute is decided.',
  'refund-unclear':
    'A refund of this payment failed, needs the payer’s bank details, or was reported without a readable amount. The page of the payment says which, and what to do.',
} as const

/** Tells an admin that a payment needs attention. */
export function paymentAlertMail(values: {
  attention: keyof typeof explanations
  payment: { reference: string; amountKobo: number }
  publicUrl: string
}): MailBody {
  const { attention, payment, publicUrl } = values
  const { reference, amountKobo } = payment
  return renderMail({
    subject: `A payment needs your attention: ${reference}`,
    paragraphs: [explanations[attention], `Reference: ${reference}\nExpected amount: ${formatNaira(amountKobo)}`],
    button: {
      label: 'See the payment',
      link: `${publicUrl}/admin/payment?reference=${encodeURIComponent(reference)}`,
    },
    closing: 'You get this email because you are an admin of Baobab.',
    publicUrl,
  })
}
