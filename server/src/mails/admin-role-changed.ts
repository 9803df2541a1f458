import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { renderMail, type MailBody } from './layout.ts'
import { describeRoles } from './roles.ts'

export function adminRoleChangedMail(values: {
  username: string
  roles: readonly AdminRole[]
  publicUrl: string
}): MailBody {
  return renderMail({
    subject: 'Your role as an admin of Baobab was changed',
    paragraphs: [
      `Hello ${values.username}, an owner of Baobab has just changed your role.`,
      `Your new ${describeRoles(values.roles)}`,
    ],
    button: { label: 'Open Baobab', link: `${values.publicUrl}/admin/dashboard` },
    closing: 'If you did not expect this, please ask an owner.',
    publicUrl: values.publicUrl,
  })
}
