import { roleTexts } from '@baobab/contract/accounts/text.ts'
import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { renderMail, type MailBody } from './layout.ts'

type Values = { invitedBy: string; role: AdminRole; link: string; publicUrl: string }

export function adminInvitationMail(values: Values): MailBody {
  const { label, description } = roleTexts[values.role]
  return renderMail({
    subject: 'You are invited to be an admin of Baobab',
    paragraphs: [
      `Hello, ${values.invitedBy} invites you to become an admin of Baobab. Open this link to create your account:`,
      `Your role: ${label}. ${description}`,
      'The link works once, for 72 hours, and only for this email address.',
    ],
    button: { label: 'Accept the invitation', link: values.link },
    closing: 'If you did not expect this, you can ignore this email. Nothing will happen.',
    publicUrl: values.publicUrl,
  })
}
