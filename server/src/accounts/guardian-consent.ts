// If the setting GUARDIAN_CONSENT applies, a student can log in only after a parent or guardian has agreed by a link.
import { and, isNull, sql } from 'drizzle-orm'
import { ageAt } from '@baobab/contract/age.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../platform/app.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { deriveConsentToken } from './account-mails.ts'
import { toLookupKey } from './queries.ts'
import { students } from './tables.ts'

type Registration = { birth: string; email: string; guardianEmail?: string | undefined }

/**
 * Returns the guardian's email, or null if no consent is needed. Throws if consent is needed and the email is missing or
 * is the child's own.
 */
export function requireGuardianEmail(app: App, form: Registration): string | null {
  if (ageAt(form.birth, app.clock.now()) >= app.config.guardianAge) return null
  if (!form.guardianEmail) failField('guardianEmail', accountsText.guardianNeeded)
  if (toLookupKey(form.guardianEmail) === toLookupKey(form.email))
    failField('guardianEmail', accountsText.guardianIsSelf)
  return form.guardianEmail
}

/** Stores a guardian's consent. Safe to repeat. */
export async function giveGuardianConsent(app: App, form: { student: string; token: string }): Promise<void> {
  if (!isSameSecret(form.token, deriveConsentToken(app, form.student))) fail('token_invalid')
  await app.db
    .update(students)
    .set({ guardianAgreedAt: app.clock.now() })
    .where(and(sql`${students.id}::text = ${form.student}`, isNull(students.guardianAgreedAt)))
}
