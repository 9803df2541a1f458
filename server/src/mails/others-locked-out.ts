import { renderMail, type MailBody } from './layout.ts'

/** @param values.ended sentences saying what ended */
export function othersLockedOutMail(values: {
  username: string
  ended: readonly string[]
  publicUrl: string
}): MailBody {
  return renderMail({
    subject: 'Your other devices were logged out of Baobab',
    paragraphs: [
      `Hello ${values.username}, somebody who is logged in to your account has just logged out everybody else.`,
      values.ended.join(' '),
      'If this was not you, choose a new password right away.',
    ],
    button: { label: 'Choose a new password', link: `${values.publicUrl}/forgot-password` },
    closing: 'Anyone who knows your password can log in again. If somebody else may know it, change it.',
    publicUrl: values.publicUrl,
  })
}
