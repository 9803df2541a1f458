import { renderMail, type MailBody } from './layout.ts'

export function alreadyRegisteredMail(values: { username: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'You already have a Baobab account',
    paragraphs: [
      `Hello ${values.username}, somebody just tried to register with this email. You already have an account, so nothing was changed.`,
      'If it was you and you do not know your password any more, choose a new one on the login page.',
    ],
    button: { label: 'Go to the login', link: `${values.publicUrl}/student/login` },
    closing: 'If it was not you, there is nothing to do.',
    publicUrl: values.publicUrl,
  })
}
