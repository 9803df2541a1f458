import { providerNames, type IdentityProvider } from '@baobab/contract/identity-provider-names.ts'
import { renderMail, type MailBody } from './layout.ts'

/** @param values.disconnected the providers that can no longer be used to sign in */
export function passwordChangedMail(values: {
  username: string
  page: string
  disconnected: readonly IdentityProvider[]
  publicUrl: string
}): MailBody {
  const names = values.disconnected.map((provider) => providerNames[provider]).join(' and ')
  return renderMail({
    subject: 'Your Baobab password was changed',
    paragraphs: [
      `Hello ${values.username}, your password has just been changed, and you have been logged out on every device.`,
      ...(names
        ? [`For safety, you can no longer sign in with ${names}. You can connect it again in your settings.`]
        : []),
      'If this was not you, choose a new password right away and check who can read your email.',
    ],
    button: { label: 'Choose a new password', link: `${values.publicUrl}${values.page}` },
    closing: 'Keep your password to yourself. Nobody from Baobab will ever ask you for it.',
    publicUrl: values.publicUrl,
  })
}
