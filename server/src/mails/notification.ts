import { renderMail, type MailBody } from './layout.ts'

/** A notice of the office. Its words are an admin's: plain text with line breaks. */
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
    closing: 'You get this mail because you have an account at Baobab.',
    publicUrl: values.publicUrl,
  })
}
