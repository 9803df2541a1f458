import { providerNames, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { renderMail, type MailBody } from './layout.ts'

/** Tells a student that a provider was connected to the account, or disconnected from it. */
export function signInMethodChangedMail(values: {
  username: string
  provider: IdentityProvider
  isConnected: boolean
  publicUrl: string
}): MailBody {
  const { username, provider, isConnected, publicUrl } = values
  const name = providerNames[provider]
  return renderMail({
    subject: isConnected
      ? `You can now log in to Baobab with ${name}`
      : `You can no longer log in to Baobab with ${name}`,
    paragraphs: [
      isConnected
        ? `Hello ${username}, a ${name} account has just been connected to your Baobab account. Anyone who can use that ${name} account can log in.`
        : `Hello ${username}, your ${name} account has just been disconnected from your Baobab account.`,
      isConnected
        ? `If this was not you, choose a new password with "Forgot password?" on the login page. That also disconnects ${name}.`
        : 'If this was not you, choose a new password right away and look at your settings.',
    ],
    button: { label: 'Open the settings', link: `${publicUrl}/student/setting` },
    closing: 'You get this email because the ways to log in to your account have changed.',
    publicUrl,
  })
}
