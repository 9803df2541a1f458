import { providerNames, type SignInMethod } from '@baobab/contract/identity-provider-names.ts'
import { renderMail, type MailBody } from './layout.ts'

/** @param values.methods how the owner of the account signs in; empty while the account waits for a guardian */
export function alreadyRegisteredMail(values: {
  username: string
  methods: readonly SignInMethod[]
  publicUrl: string
}): MailBody {
  const providers = values.methods.filter((method) => method !== 'password').map((provider) => providerNames[provider])
  return renderMail({
    subject: 'You already have a Baobab account',
    paragraphs: [
      `Hello ${values.username}, someone just tried to register with this email address. You already have an account, so nothing has changed.`,
      ...(providers.length > 0 ? [`You can sign in with ${providers.join(' or ')}.`] : []),
      'If this was you and you have forgotten your password, choose a new one on the login page.',
    ],
    button: { label: 'Go to the login page', link: `${values.publicUrl}/student/login` },
    closing: 'If this was not you, you do not need to do anything.',
    publicUrl: values.publicUrl,
  })
}
