import { formatNaira, formatPaymentTime } from '@baobab/contract/payments/rules.ts'
import { channelLabel } from '@baobab/contract/payments/text.ts'
import { renderMail, type MailBody } from './layout.ts'

type PaymentFacts = {
  reference: string
  amountKobo: number
  state: string
  attention: string | null
  paidAt: Date | null
  channel: string | null
  /** Who paid; by default the student. */
  openedBy?: 'student' | 'parent'
}

export type Receipt = { username: string; to: 'student' | 'parent'; payment: PaymentFacts; publicUrl: string }

/** Says what the payment has achieved by the time the mail is rendered. */
function describeOutcome({ username, to, payment }: Receipt): string {
  const isParents = to === 'student' && payment.openedBy === 'parent'
  const whose = isParents ? 'a parent’s payment' : 'your payment'
  if (payment.state === 'refunded') return `We refunded ${whose} for the account ${username}.`
  if (payment.attention === 'refund-due')
    return `We got ${whose}, but the account ${username} was already paid. We will refund this payment. You do not need to do anything.`
  if (to === 'parent')
    return `Thank you. We got your payment for the account ${username}. Every video and every quiz is now open there.`
  return isParents
    ? 'A parent has paid for your account. We got the payment, and every video and every quiz is now open to you.'
    : 'Thank you. We got your payment, and every video and every quiz is now open to you.'
}

function chooseSubject({ state, attention }: PaymentFacts): string {
  if (state === 'refunded') return 'Refunded: your receipt from Baobab'
  return attention === 'refund-due' ? 'Paid twice: your receipt from Baobab' : 'Your receipt from Baobab'
}

/** Renders the receipt for a payment, for the student or for the parent who paid through the payment link. */
export function receiptMail(receipt: Receipt): MailBody {
  const { username, payment, publicUrl } = receipt
  const { reference, amountKobo, paidAt, channel } = payment
  const facts = [
    `Amount: ${formatNaira(amountKobo)}`,
    `For: everything on Baobab, for the account ${username}`,
    `Reference: ${reference}`,
    paidAt && `Paid: ${formatPaymentTime({ paidAt, openedAt: paidAt })} (Lagos)`,
    channel && `Paid with: ${channelLabel(channel)}`,
  ]
  return renderMail({
    subject: chooseSubject(payment),
    // One paragraph, so that the facts come before the button.
    paragraphs: [`${describeOutcome(receipt)}\n\n${facts.filter(Boolean).join('\n')}`],
    button: { label: 'Open Baobab', link: publicUrl },
    closing: 'Keep this email. If anything is wrong, write to us with the reference.',
    publicUrl,
  })
}
