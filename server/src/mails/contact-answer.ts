import { greet } from './greet.ts'
import { renderMail, type MailBody } from './layout.ts'

type Values = { firstName: string; createdAt: Date; message: string; answer: string; publicUrl: string }

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

/** The answer to a contact message, with the message quoted below it. Contains one greeting. */
export function contactAnswerMail({ firstName, createdAt, message, answer, publicUrl }: Values): MailBody {
  return renderMail({
    subject: 'Our answer to your message',
    paragraphs: greet(firstName, answer),
    quote: { head: `You wrote on ${day.format(createdAt)}:`, text: message },
    closing: 'If you did not write to us, you can ignore this email.',
    publicUrl,
  })
}
