import { renderMail, type MailBody } from './layout.ts'

const closing = 'Nobody from Baobab will ever ask you for this code. Do not give it to anybody.'

/** Does not contain the typed name, so that nobody can send text to strangers by registering. */
export function guardianVerifyCodeMail({ digits, publicUrl }: { digits: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `${digits} is your Baobab code`,
    paragraphs: [
      'Welcome to Baobab. Enter this code to open your account as a parent or guardian:',
      'The code works for 15 minutes. If it expires, ask for a new one on the same page.',
    ],
    code: digits,
    closing: `If you did not sign up, somebody else entered your email address, and you can ignore this email. ${closing}`,
    publicUrl,
  })
}

export function guardianResetCodeMail(values: { name: string; digits: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `${values.digits} is your Baobab code for a new password`,
    paragraphs: [
      `Hello ${values.name}, enter this code to choose a new password for your account as a parent or guardian:`,
      'The code works once, for 15 minutes.',
    ],
    code: values.digits,
    closing: `If you did not ask for a new password, you can ignore this email. ${closing}`,
    publicUrl: values.publicUrl,
  })
}

export function guardianExistsMail({ name, publicUrl }: { name: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'You already have a Baobab account',
    paragraphs: [
      `Hello ${name}, someone just tried to register as a parent or guardian with this email address. You already have an account, so nothing has changed.`,
      'If this was you and you have forgotten your password, choose a new one on the login page.',
    ],
    button: { label: 'Go to the login page', link: `${publicUrl}/guardian/login` },
    closing: 'If this was not you, you do not need to do anything.',
    publicUrl,
  })
}
