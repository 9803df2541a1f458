import { ageAt } from '@baobab/contract/age.ts'
import type { StudentRow } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'

/**
 * Nobody pays for a child before a parent has agreed where that is needed (security.md P-23): also not by a link, which
 * the child makes and can open.
 */
export function requireConsent(app: App, student: StudentRow): void {
  const needsConsent = ageAt(student.birth, app.clock.now()) < app.config.guardianAge
  if (needsConsent && student.guardianAgreedAt === null) fail('consent_needed')
}
