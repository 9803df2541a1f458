import { greet } from './greet.ts'
import { renderMail, type MailBody } from './layout.ts'

/** A notification written by an admin: plain text with line breaks. Contains one greeting. */
export function notificationMail(values: {
  username: string
  title: string
  description: string
  publicUrl: string
  /** The address that turns off mails of this kind; undefined for essential ones. */
  unsubscribe: string | undefined
}): MailBody {
  return renderMail({
    subject: values.title,
    paragraphs: [greet(values.username, values.description).join('\n\n')],
    button: { label: 'Read it on Baobab', link: `${values.publicUrl}/student/notification` },
    closing: 'You received this email because you have a Baobab account.',
    publicUrl: values.publicUrl,
    unsubscribe: values.unsubscribe,
  })
}
