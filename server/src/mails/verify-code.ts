import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { renderMail, type MailBody } from './layout.ts'

/** @param values.provider the provider that the person signed up with; null if with a password */
export function verifyCodeMail(values: {
  username: string
  digits: string
  provider: IdentityProvider | null
  publicUrl: string
}): MailBody {
  const name = values.provider && providerNames[values.provider]
  return renderMail({
    subject: `${values.digits} is your Baobab code`,
    paragraphs: [
      `Hello ${values.username}, welcome to Baobab. Enter this code to verify your email:`,
      `The code works for 15 minutes, and only for the username ${values.username}. If it expires, ask for a new one on the same page.`,
      ...(name
        ? [
            `The person who signed up with this username uses a ${name} account to log in. If that was not you, do not enter the code anywhere.`,
          ]
        : []),
    ],
    code: values.digits,
    closing:
      'If you did not choose this username, somebody else entered your email address, and you can ignore this email. Nobody from Baobab will ever ask you for this code.',
    publicUrl: values.publicUrl,
  })
}
