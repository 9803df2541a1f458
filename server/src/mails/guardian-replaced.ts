import { renderMail, type MailBody } from './layout.ts'

/** Tells a parent or guardian that another one agreed to a child's account instead. */
export function guardianReplacedMail(values: { username: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `The Baobab account of ${values.username} has another guardian`,
    paragraphs: [
      `Our team was asked to change the parent or guardian of ${values.username}. The new one has agreed, so the link in our earlier emails to you no longer works.`,
      'If this is a mistake, write to us and we will look into it.',
    ],
    button: { label: 'Write to us', link: `${values.publicUrl}/contact` },
    closing: 'We will not email you about this account any more.',
    publicUrl: values.publicUrl,
  })
}
