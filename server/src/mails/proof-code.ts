import { renderMail, type MailBody } from './layout.ts'

export function proofCodeMail(values: { username: string; digits: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `${values.digits} is your Baobab code`,
    paragraphs: [
      `Hello ${values.username}, enter this code on the page where you asked for it. It proves that the account is yours:`,
      'The code works once, for 15 minutes.',
    ],
    code: values.digits,
    closing:
      'If you did not ask for a code, somebody may be trying to change your account. Do not give the code to anybody. Nobody from Baobab will ever ask you for it.',
    publicUrl: values.publicUrl,
  })
}
