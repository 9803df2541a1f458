import { nairaOf } from '@baobab/contract/naira.ts'
import { layOut, type MailBody } from './layout.ts'

type Paid = {
  reference: string
  amountKobo: number
  state: string
  attention: string | null
  paidAt: Date | null
  channel: string | null
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

const channels: Record<string, string> = { ussd: 'USSD', qr: 'QR code', eft: 'EFT', apple_pay: 'Apple Pay' }

/** What came of the money, by the time the mail is made. */
function outcome({ username, to, payment }: Receipt): string {
  if (payment.state === 'refunded')
    return `Your payment for the account ${username} arrived, and has been given back since.`
  if (payment.attention === 'refund-due')
    return `Your payment has arrived, but the account ${username} was paid for already. This payment will be given back: there is nothing to do.`
  return to === 'parent'
    ? `Thank you. Your payment for the account ${username} has arrived: every video and every quiz is open there now.`
    : 'Thank you. The payment has arrived: every video and every quiz is open to you now.'
}

function subjectOf({ state, attention }: Paid): string {
  if (state === 'refunded') return 'Given back: your receipt from Baobab'
  return attention === 'refund-due' ? 'Paid twice: your receipt from Baobab' : 'Your receipt from Baobab'
}

export type Receipt = { username: string; to: 'student' | 'parent'; payment: Paid; publicUrl: string }

/** The receipt of a payment: for the student, and for the parent who paid by the link. */
export function receiptMail(receipt: Receipt): MailBody {
  const { username, payment, publicUrl } = receipt
  const { reference, amountKobo, paidAt, channel } = payment
  const lines = [
    `Amount: ${nairaOf(amountKobo)}`,
    `For: everything on Baobab, for the account ${username}`,
    `Reference: ${reference}`,
    paidAt && `Paid: ${moment.format(paidAt)} (Lagos)`,
    channel && `By: ${channels[channel] ?? channel.replaceAll('_', ' ')}`,
  ]
  return layOut({
    subject: subjectOf(payment),
    paragraphs: [outcome(receipt), lines.filter(Boolean).join('\n')],
    button: { label: 'Open Baobab', link: publicUrl },
    closing: 'Keep this mail. If anything is not right, write to us and name the reference.',
    publicUrl,
  })
}
