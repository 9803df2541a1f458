import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { labelRoles, roleTexts } from '@baobab/contract/accounts/text.ts'

/** 'role: Support. Looks after...', 'roles: Support and Finance. ...' */
export function describeRoles(roles: readonly AdminRole[]): string {
  const descriptions = roles.map((role) => roleTexts[role].description).join(' ')
  return `${roles.length === 1 ? 'role' : 'roles'}: ${labelRoles(roles)}. ${descriptions}`
}
