import { renderMail, type MailBody } from './layout.ts'

export function resetLinkMail(values: { username: string; link: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'Choose a new Baobab password',
    paragraphs: [
      `Hello ${values.username}, you asked for a new password. Open this link to choose one:`,
      'The link works once, for 30 minutes. Choosing a new password logs you out on every device.',
    ],
    button: { label: 'Choose a new password', link: values.link },
    closing: 'If you did not ask for this, you can ignore this email. Your password stays the same.',
    publicUrl: values.publicUrl,
  })
}
