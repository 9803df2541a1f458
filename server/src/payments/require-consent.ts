import { ageAt } from '@baobab/contract/accounts/rules.ts'
import type { StudentRow } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'

/**
 * Refuses payments for a child whose guardian has to consent and has not done so yet. Applies to payment links too, because the
 * child creates the link and can open it.
 */
export function requireConsent(
  app: Pick<App, 'clock' | 'config'>,
  student: Pick<StudentRow, 'birth' | 'guardianAgreedAt'>,
): void {
  const needsConsent = ageAt(student.birth, app.clock.now()) < app.config.guardianAge
  if (needsConsent && student.guardianAgreedAt === null) fail('consent_needed')
}
