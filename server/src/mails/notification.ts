import { renderMail, type MailBody } from './layout.ts'

/** A notification that an admin wrote: plain text with line breaks. */
export function notificationMail(values: {
  username: string
  title: string
  description: string
  publicUrl: string
}): MailBody {
  return renderMail({
    subject: values.title,
    paragraphs: [`Hello ${values.username},\n\n${values.description}`],
    button: { label: 'Read it on Baobab', link: `${values.publicUrl}/student/notification` },
    closing: 'You received this email because you have a Baobab account.',
    publicUrl: values.publicUrl,
  })
}
