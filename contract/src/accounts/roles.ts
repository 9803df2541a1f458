// The roles of admins. Each does one part of the work, so that a stolen login opens only that part.

export const adminRoles = ['owner', 'content', 'support', 'finance', 'auditor'] as const
export type AdminRole = (typeof adminRoles)[number]

/** Whoever is logged in: a student, or an admin by role. */
export type CallerRole = 'student' | AdminRole

/** The callers that are allowed. `admin` is an admin of any role. The type puts owners into every list of roles. */
export type Who = 'anyone' | 'student' | 'admin' | readonly ['owner', ...CallerRole[]]

/** Returns whether a caller is among those allowed. `undefined` is a caller who is not logged in. */
export function isAllowed(who: Who, caller: CallerRole | undefined): boolean {
  if (who === 'anyone') return true
  if (caller === undefined) return false
  if (who === 'admin') return caller !== 'student'
  return who === 'student' ? caller === 'student' : who.includes(caller)
}
