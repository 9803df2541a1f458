import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { renderMail, type MailBody } from './layout.ts'

/** Tells an email's owner that an account was opened with it, because a provider confirmed that the email is theirs. */
export function accountOpenedMail(values: {
  username: string
  provider: IdentityProvider
  publicUrl: string
}): MailBody {
  const { username, provider, publicUrl } = values
  const name = providerNames[provider]
  return renderMail({
    subject: 'Welcome to Baobab',
    paragraphs: [
      `Hello ${username}, your account is open. You log in with ${name}.`,
      `If this was not you, choose a password for the account: that disconnects ${name} and logs out every device.`,
    ],
    button: { label: 'Go to Baobab', link: `${publicUrl}/student/dashboard` },
    closing: `To choose a password, use "Forgot password?" on the login page.`,
    publicUrl,
  })
}
