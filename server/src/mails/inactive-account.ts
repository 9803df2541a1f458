import { INACTIVE_MONTHS } from '@baobab/contract/privacy/endpoints.ts'
import { renderMail, type MailBody } from './layout.ts'

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

/** Announces that an account will be erased because nobody uses it. `isLast`: this is the second and last mail. */
export function inactiveAccountMail(values: {
  username: string
  eraseAt: Date
  isLast: boolean
  publicUrl: string
}): MailBody {
  const { username, isLast, publicUrl } = values
  const day = date.format(values.eraseAt)
  return renderMail({
    subject: isLast ? `Last reminder: we will delete your Baobab account on ${day}` : 'Do you still use Baobab?',
    paragraphs: [
      `Hello ${username}, nobody has logged in to your Baobab account for a long time. To protect your data, we delete accounts that nobody has used for ${INACTIVE_MONTHS} months. Yours will be deleted on ${day}.`,
      'To keep it, log in once before that day. You do not need to do anything else.',
      'If the account is deleted, your details, points and everything you paid for are gone. This cannot be undone.',
    ],
    button: { label: 'Log in and keep my account', link: `${publicUrl}/student/login` },
    closing: isLast
      ? 'This is our last email about it. If you do not need the account any more, you do not need to do anything.'
      : 'We will remind you once more. If you do not need the account any more, you do not need to do anything.',
    publicUrl,
  })
}
