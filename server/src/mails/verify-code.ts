import { renderMail, type MailBody } from './layout.ts'

export function verifyCodeMail(values: { username: string; digits: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `${values.digits} is your Baobab code`,
    paragraphs: [
      `Hello ${values.username}, welcome to Baobab. Enter this code to verify your email:`,
      'It works for 15 minutes. If it runs out, ask for a new one on the same page.',
    ],
    code: values.digits,
    closing:
      'If you did not register, you can leave this mail alone. Nobody from Baobab will ever ask you for this code.',
    publicUrl: values.publicUrl,
  })
}
