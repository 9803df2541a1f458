// Where the setting GUARDIAN_CONSENT applies, an account opens once a parent or guardian agrees by link (decisions 2).
import { and, isNull, sql } from 'drizzle-orm'
import { ageAt } from '@baobab/contract/age.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import type { App } from '../app.ts'
import { fail, failField } from '../platform/errors.ts'
import { sameSecret } from '../platform/tokens.ts'
import { consentTokenOf } from './account-mails.ts'
import { keyOf } from './queries.ts'
import { students } from './tables.ts'

type Registering = { birth: string; email: string; guardianEmail?: string | undefined }

/** The guardian's address to ask, or null where nobody has to be asked. Refuses a missing one and the child's own. */
export function guardianToAsk(app: App, form: Registering): string | null {
  if (ageAt(form.birth, app.clock.now()) >= app.config.guardianAge) return null
  if (!form.guardianEmail) failField('guardianEmail', accountsText.guardianNeeded)
  if (keyOf(form.guardianEmail) === keyOf(form.email)) failField('guardianEmail', accountsText.guardianIsOneself)
  return form.guardianEmail
}

/** Notes a guardian's consent. Agreeing again changes nothing. */
export async function agreeAsGuardian(app: App, form: { student: string; token: string }): Promise<void> {
  if (!sameSecret(form.token, consentTokenOf(app, form.student))) fail('token_invalid')
  await app.db
    .update(students)
    .set({ guardianAgreedAt: app.clock.now() })
    .where(and(sql`${students.id}::text = ${form.student}`, isNull(students.guardianAgreedAt)))
}
