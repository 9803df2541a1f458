import { renderMail, type MailBody } from './layout.ts'

export function adminInvitationMail(values: { invitedBy: string; link: string; publicUrl: string }): MailBody {
  return renderMail({
    subject: 'You are invited to look after Baobab',
    paragraphs: [
      `Hello, ${values.invitedBy} invites you to become an admin of Baobab. Open this link to make your account:`,
      'It works once, for 72 hours, and for this email alone.',
    ],
    button: { label: 'Accept the invitation', link: values.link },
    closing: 'If you did not expect this, leave this mail alone. Nothing happens then.',
    publicUrl: values.publicUrl,
  })
}
