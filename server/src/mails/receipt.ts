import { channelLabel } from '@baobab/contract/payment-channels.ts'
import { formatNaira } from '@baobab/contract/naira.ts'
import { renderMail, type MailBody } from './layout.ts'

type Paid = {
  reference: string
  amountKobo: number
  state: string
  attention: string | null
  paidAt: Date | null
  channel: string | null
  /** Who paid; the student where nothing is said. */
  openedBy?: 'student' | 'parent'
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** What came of the money, by the time the mail is made. */
function outcome({ username, to, payment }: Receipt): string {
  const isParents = to === 'student' && payment.openedBy === 'parent'
  const whose = isParents ? 'A parent’s payment' : 'Your payment'
  if (payment.state === 'refunded')
    return `${whose} for the account ${username} arrived, and has been given back since.`
  if (payment.attention === 'refund-due')
    return `${whose} has arrived, but the account ${username} was paid for already. This payment will be given back: there is nothing to do.`
  if (to === 'parent')
    return `Thank you. Your payment for the account ${username} has arrived: every video and every quiz is open there now.`
  return isParents
    ? 'A parent has paid for your account. The payment has arrived: every video and every quiz is open to you now.'
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
    `Amount: ${formatNaira(amountKobo)}`,
    `For: everything on Baobab, for the account ${username}`,
    `Reference: ${reference}`,
    paidAt && `Paid: ${moment.format(paidAt)} (Lagos)`,
    channel && `By: ${channelLabel(channel)}`,
  ]
  return renderMail({
    subject: subjectOf(payment),
    // In one, so that what was paid stands before the button.
    paragraphs: [`${outcome(receipt)}\n\n${lines.filter(Boolean).join('\n')}`],
    button: { label: 'Open Baobab', link: publicUrl },
    closing: 'Keep this mail. If anything is not right, write to us and name the reference.',
    publicUrl,
  })
}
