import { renderMail, type MailBody } from './layout.ts'

export function passwordChangedMail(values: { username: string; page: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'Your Baobab password was changed',
    paragraphs: [
      `Hello ${values.username}, your password has just been changed, and every device was logged out.`,
      'If this was not you, choose a new password at once and check who can read your mail.',
    ],
    button: { label: 'Choose a new password', link: `${values.publicUrl}${values.page}` },
    closing: 'Keep your password to yourself. Nobody from Baobab will ask you for it.',
    publicUrl: values.publicUrl,
  })
}
