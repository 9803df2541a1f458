import { renderMail, type MailBody } from './layout.ts'

/** A message from our team to a student's parent or guardian. */
export function guardianMessageMail(values: {
  username: string
  subject: string
  text: string
  publicUrl: string
}): MailBody {
  return renderMail({
    subject: values.subject,
    paragraphs: [
      `You receive this because you are the parent or guardian of ${values.username} at Baobab.`,
      ...values.text.split(/\n{2,}/),
    ],
    button: { label: 'Write to us', link: `${values.publicUrl}/contact` },
    closing: 'To answer, use the button above.',
    publicUrl: values.publicUrl,
  })
}
