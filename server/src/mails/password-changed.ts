import { renderMail, type MailBody } from './layout.ts'

/**
 * @param values.ended sentences saying what ended with the old password; empty if an earlier release queued the mail
 * @param values.guardianEmail the masked email of the account's guardian, named at registration and so possibly by a stranger;
 * null if there is none
 */
export function passwordChangedMail(values: {
  username: string
  page: string
  ended: readonly string[]
  guardianEmail: string | null
  publicUrl: string
}): MailBody {
  return renderMail({
    subject: 'Your Baobab password was changed',
    paragraphs: [
      `Hello ${values.username}, your password has just been changed, and everybody else was logged out.`,
      ...(values.ended.length > 0 ? [values.ended.join(' ')] : []),
      ...(values.guardianEmail === null
        ? []
        : [
            `The parent or guardian of this account is ${values.guardianEmail}. If you do not know that address, choose a new password again and remove it there.`,
          ]),
      'If this was not you, choose a new password right away and check who can read your email.',
    ],
    button: { label: 'Choose a new password', link: `${values.publicUrl}${values.page}` },
    closing: 'Keep your password to yourself. Nobody from Baobab will ever ask you for it.',
    publicUrl: values.publicUrl,
  })
}
