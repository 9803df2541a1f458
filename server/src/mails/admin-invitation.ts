import { renderMail, type MailBody } from './layout.ts'

export function adminInvitationMail(values: { invitedBy: string; link: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'You are invited to be an admin of Baobab',
    paragraphs: [
      `Hello, ${values.invitedBy} invites you to become an admin of Baobab. Open this link to create your account:`,
      'The link works once, for 72 hours, and only for this email address.',
    ],
    button: { label: 'Accept the invitation', link: values.link },
    closing: 'If you did not expect this, you can ignore this email. Nothing will happen.',
    publicUrl: values.publicUrl,
  })
}
