import { layOut, type MailBody } from './layout.ts'

type Trouble = { reference: string; amountKobo: number }

const what = {
  mismatch: 'Money came that does not fit what was agreed: another amount, currency or world. Nobody was credited.',
  'refund-due': 'A student paid who had paid already. This payment is to be given back.',
  disputed: 'A payer disputes this payment at the bank. Please answer in the dashboard of the payment provider.',
} as const

/** Tells an admin that a payment needs a person. */
export function paymentAlertMail(values: {
  attention: keyof typeof what
  payment: Trouble
  publicUrl: string
}): MailBody {
  const { attention, payment, publicUrl } = values
  return layOut({
    subject: `A payment needs you: ${payment.reference}`,
    paragraphs: [what[attention], `Reference: ${payment.reference}`],
    button: {
      label: 'Look at the payment',
      link: `${publicUrl}/admin/payment?reference=${encodeURIComponent(payment.reference)}`,
    },
    closing: 'You get this mail because you are an admin of Baobab.',
    publicUrl,
  })
}
