import { providerNames, type SignInMethod } from '@baobab/contract/accounts/text.ts'
import { renderMail, type MailBody } from './layout.ts'

/** @param values.methods how the account's owner signs in; empty while the account is waiting for a guardian */
export function alreadyRegisteredMail(values: {
  username: string
  methods: readonly SignInMethod[]
  publicUrl: string
}): MailBody {
  // An account waiting for a guardian has no method yet, and may have a password.
  const hasPassword = values.methods.length === 0 || values.methods.includes('password')
  const providers = values.methods.filter((method) => method !== 'password').map((provider) => providerNames[provider])
  return renderMail({
    subject: 'You already have a Baobab account',
    paragraphs: [
      `Hello ${values.username}, someone just tried to register with this email address. You already have an account, so nothing has changed.`,
      ...(providers.length > 0 ? [`You can log in with ${providers.join(' or ')}.`] : []),
      hasPassword
        ? 'If this was you and you have forgotten your password, choose a new one on the login page.'
        : 'If this was you and you cannot log in this way any more, choose a password with "Forgot password?" on the login page.',
    ],
    button: { label: 'Go to the login page', link: `${values.publicUrl}/student/login` },
    closing: 'If this was not you, you do not need to do anything.',
    publicUrl: values.publicUrl,
  })
}
