import { renderMail, type MailBody } from './layout.ts'

/** Tells a child that a guardian has agreed, and what to do if that guardian is a stranger. */
export function consentGivenMail(values: { username: string; guardianEmail: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'Your parent or guardian agreed to your Baobab account',
    paragraphs: [
      `Hello ${values.username}, your parent or guardian (${values.guardianEmail}) agreed. You can log in now.`,
      'If that is not the address of your parent or guardian, choose a new password. You can remove the address there.',
    ],
    button: { label: 'Log in', link: `${values.publicUrl}/student/login` },
    closing: 'You can choose a new password under “Forgot password?” on the login page.',
    publicUrl: values.publicUrl,
  })
}

/** Tells a child that the guardian they named said no, so that they can name another one. */
export function guardianSaidNoMail(values: { username: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'Your parent or guardian said no to your Baobab account',
    paragraphs: [
      `Hello ${values.username}, the parent or guardian we asked said no. Your account stays closed, and nothing was deleted.`,
      'Please talk to them. Log in to tell us the email of another parent or guardian, or to ask again.',
    ],
    button: { label: 'Log in', link: `${values.publicUrl}/student/login` },
    closing: 'Nobody can use your account until a parent or guardian agrees.',
    publicUrl: values.publicUrl,
  })
}
