import { renderMail, type MailBody } from './layout.ts'

export function verifyCodeMail(values: { username: string; digits: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `${values.digits} is your Baobab code`,
    paragraphs: [
      `Hello ${values.username}, welcome to Baobab. Enter this code to verify your email:`,
      `The code works for 15 minutes, and only for the username ${values.username}. If it expires, ask for a new one on the same page.`,
    ],
    code: values.digits,
    closing:
      'If you did not choose this username, somebody else entered your email address, and you can ignore this email. Nobody from Baobab will ever ask you for this code.',
    publicUrl: values.publicUrl,
  })
}
