import { renderMail, type MailBody } from './layout.ts'

export function passwordChangedMail(values: { username: string; page: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'Your Baobab password was changed',
    paragraphs: [
      `Hello ${values.username}, your password has just been changed, and you have been logged out on every device.`,
      'If this was not you, choose a new password right away and check who can read your email.',
    ],
    button: { label: 'Choose a new password', link: `${values.publicUrl}${values.page}` },
    closing: 'Keep your password to yourself. Nobody from Baobab will ever ask you for it.',
    publicUrl: values.publicUrl,
  })
}
