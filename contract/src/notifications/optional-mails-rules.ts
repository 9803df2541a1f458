import type { NotificationType } from './endpoints.ts'

/**
 * Returns whether the mails of a notification are essential, so that students cannot turn them off: those about payments and
 * the account, and about the scholarship if it concerns one student, who may have won.
 */
export function isEssential({ type, audience }: { type: NotificationType; audience: string }): boolean {
  return type === 'payment' || type === 'account' || (type === 'scholarship' && audience === 'student')
}
