import { greet } from './greet.ts'
import { renderMail, type MailBody } from './layout.ts'

type Values = {
  firstName: string
  answer: string
  /** What the visitor wrote last. */
  quote: { createdAt: Date; text: string }
  /** Whether a reply to the mail reaches us. */
  canReply: boolean
  publicUrl: string
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

/** The answer to a contact message, with what the visitor wrote quoted below it. Contains one greeting. */
export function contactAnswerMail({ firstName, answer, quote, canReply, publicUrl }: Values): MailBody {
  return renderMail({
    subject: 'Our answer to your message',
    paragraphs: greet(firstName, answer),
    quote: { head: `You wrote on ${day.format(quote.createdAt)}:`, text: quote.text },
    closing: `${canReply ? 'Do you have more questions? Reply to this email. ' : ''}If you did not write to us, you can ignore this email.`,
    publicUrl,
  })
}
