import { layOut, type MailBody } from './layout.ts'

type Paid = { reference: string; amountKobo: number; paidAt: Date | null; channel: string | null }

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })
const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })

/** The receipt of a payment, for whoever paid. */
export function receiptMail(values: { username: string; payment: Paid; publicUrl: string }): MailBody {
  const { username, payment, publicUrl } = values
  const lines = [
    `Amount: ${naira.format(payment.amountKobo / 100)}`,
    `For: everything on Baobab, for the account ${username}`,
    `Reference: ${payment.reference}`,
    payment.paidAt && `Paid: ${moment.format(payment.paidAt)} (Lagos)`,
    payment.channel && `By: ${payment.channel.replaceAll('_', ' ')}`,
  ]
  return layOut({
    subject: `Your receipt from Baobab`,
    paragraphs: ['Thank you. The payment has arrived, and the account is open.', lines.filter(Boolean).join('\n')],
    button: { label: 'Open Baobab', link: publicUrl },
    closing: 'Keep this mail. If anything is not right, write to us and name the reference.',
    publicUrl,
  })
}
