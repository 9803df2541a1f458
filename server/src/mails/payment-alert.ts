import { formatNaira } from '@baobab/contract/naira.ts'
import { renderMail, type MailBody } from './layout.ts'

type Trouble = { reference: string; amountKobo: number }

const what = {
  mismatch:
    'Money came that does not fit what was agreed: another amount, another currency, or play money of the test world. Nobody was credited. Please look at it in the dashboard of the payment provider, and give it back or write to the payer.',
  'refund-due':
    'This payment is one too many: the account was paid for already, or is gone. Please give it back in the dashboard of the payment provider.',
  disputed:
    'A payer disputes this payment at the bank. Please answer in the dashboard of the payment provider. The account stays open until it is decided.',
  'refund-unclear':
    'The payment provider told of a refund, and its sum cannot be read. Nothing was changed. Please look in the dashboard of the payment provider how much was given back, and note it.',
} as const

/** Tells an admin that a payment needs a person. */
export function paymentAlertMail(values: {
  attention: keyof typeof what
  payment: Trouble
  publicUrl: string
}): MailBody {
  const { attention, payment, publicUrl } = values
  const { reference, amountKobo } = payment
  return renderMail({
    subject: `A payment needs you: ${reference}`,
    paragraphs: [what[attention], `Reference: ${reference}\nAgreed: ${formatNaira(amountKobo)}`],
    button: {
      label: 'Look at the payment',
      link: `${publicUrl}/admin/payment?reference=${encodeURIComponent(reference)}`,
    },
    closing: 'You get this mail because you are an admin of Baobab.',
    publicUrl,
  })
}
