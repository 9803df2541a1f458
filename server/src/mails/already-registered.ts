import { renderMail, type MailBody } from './layout.ts'

export function alreadyRegisteredMail(values: { username: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'You already have a Baobab account',
    paragraphs: [
      `Hello ${values.username}, someone just tried to register with this email address. You already have an account, so nothing has changed.`,
      'If this was you and you have forgotten your password, choose a new one on the login page.',
    ],
    button: { label: 'Go to the login page', link: `${values.publicUrl}/student/login` },
    closing: 'If this was not you, you do not need to do anything.',
    publicUrl: values.publicUrl,
  })
}
