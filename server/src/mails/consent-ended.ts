import { renderMail, type MailBody } from './layout.ts'

/** Tells a parent or guardian that the account was closed because they withdrew consent. */
export function consentWithdrawnMail(values: { username: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: `The Baobab account of ${values.username} is closed`,
    paragraphs: [
      `You withdrew your consent to the Baobab account of ${values.username}. We have closed the account and deleted the child’s personal data and your email.`,
      'Points stay on past leaderboards without a name, and payments stay in our books without a name, as the law requires.',
    ],
    closing: 'This is our last email about this account.',
    publicUrl: values.publicUrl,
  })
}

/** Tells a child why the account was closed, or why it will not open. */
export function consentEndedMail(values: { username: string; isRefusal: boolean; publicUrl: string }): MailBody {
  const { username, isRefusal, publicUrl } = values
  return renderMail({
    subject: isRefusal ? 'Your Baobab account was not opened' : 'Your Baobab account is closed',
    paragraphs: [
      isRefusal
        ? `Hello ${username}, your parent or guardian said no to your Baobab account. It was not opened, and we have deleted what you entered.`
        : `Hello ${username}, your parent or guardian withdrew their consent. Your Baobab account is closed, so you cannot log in any more. We have deleted your personal data.`,
      'Please talk to your parent or guardian. If they change their mind, you can sign up again.',
    ],
    closing: 'This is our last email about this account.',
    publicUrl,
  })
}
