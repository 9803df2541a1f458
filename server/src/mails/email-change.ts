// Mails about a change of a student's email by our team: to the new address, and to the current one before and after it.
import { renderMail, type MailBody } from './layout.ts'

/** Asks the owner of the new address to confirm it. */
export function emailChangeConfirmMail(values: { username: string; link: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'Confirm your new email for Baobab',
    paragraphs: [
      `Our team was asked to use this address for the Baobab account ${values.username}. To confirm it, open this link within 72 hours:`,
      'Until then, nothing changes. Afterwards you log in with this address, and all devices are logged out.',
    ],
    button: { label: 'Confirm this email', link: values.link },
    closing: 'If you do not know this account, ignore this email.',
    publicUrl: values.publicUrl,
  })
}

/**
 * Tells the owner of the current address, who can refuse the change.
 * @param values.newEmail the masked new address
 */
export function emailChangeNoticeMail(values: {
  username: string
  newEmail: string
  link: string
  publicUrl: string
}): MailBody {
  return renderMail({
    subject: 'Your Baobab email is about to change',
    paragraphs: [
      `Hello ${values.username}, our team was asked to change the email of your account to ${values.newEmail}. It changes once that address confirms it.`,
      'If this was you, you do not need to do anything here. If this was not you, open this link within 72 hours, and the email stays as it is:',
    ],
    button: { label: 'This was not me', link: values.link },
    closing: 'Keep your password to yourself. Nobody from Baobab will ever ask you for it.',
    publicUrl: values.publicUrl,
  })
}

/**
 * Tells the owner of the former address that the email has changed. The link tells our team that this was a mistake.
 * @param values.newEmail the masked new address
 */
export function emailChangedMail(values: {
  username: string
  newEmail: string
  link: string
  publicUrl: string
}): MailBody {
  return renderMail({
    subject: 'Your Baobab email was changed',
    paragraphs: [
      `The account ${values.username} now uses the email ${values.newEmail}. All devices were logged out, and links in our earlier emails no longer work.`,
      'If this was not you, open this link within 7 days. Our team then checks the account and writes to you:',
    ],
    button: { label: 'This was not me', link: values.link },
    closing: 'If this was you, this is our last email to this address about the account.',
    publicUrl: values.publicUrl,
  })
}
