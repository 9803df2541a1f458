import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { renderMail, type MailBody } from './layout.ts'
import { describeRoles } from './roles.ts'

type Values = { invitedBy: string; roles: readonly AdminRole[]; link: string; publicUrl: string }

export function adminInvitationMail(values: Values): MailBody {
  return renderMail({
    subject: 'You are invited to be an admin of Baobab',
    paragraphs: [
      `Hello, ${values.invitedBy} invites you to become an admin of Baobab. Open this link to create your account:`,
      `Your ${describeRoles(values.roles)}`,
      'The link works once, for 72 hours, and only for this email address.',
    ],
    button: { label: 'Accept the invitation', link: values.link },
    closing: 'If you did not expect this, you can ignore this email. Nothing will happen.',
    publicUrl: values.publicUrl,
  })
}
