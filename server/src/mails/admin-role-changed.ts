import { roleTexts } from '@baobab/contract/accounts/text.ts'
import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { renderMail, type MailBody } from './layout.ts'

export function adminRoleChangedMail(values: { username: string; role: AdminRole; publicUrl: string }): MailBody {
  const { label, description } = roleTexts[values.role]
  return renderMail({
    subject: 'Your role as an admin of Baobab was changed',
    paragraphs: [
      `Hello ${values.username}, an owner of Baobab has just changed your role.`,
      `Your new role: ${label}. ${description}`,
    ],
    button: { label: 'Open Baobab', link: `${values.publicUrl}/admin/dashboard` },
    closing: 'If you did not expect this, please ask an owner.',
    publicUrl: values.publicUrl,
  })
}
