import { eq } from 'drizzle-orm'
import { lockWard, type ConsentLink } from '../accounts/guardian-consent.ts'
import type { StudentRow } from '../accounts/queries.ts'
import type { RegistrationRow } from '../accounts/registrations.ts'
import { registrations } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { queueConsentMail } from './consent-mails.ts'
import { eraseStudent } from './erase-account.ts'
import { noteErasures, recordErasuresNow } from './record-erasures.ts'

/**
 * Withdraws or refuses a guardian's consent by the mailed link: deletes the registration, or erases the account as its
 * owner could. Safe to repeat. Throws if the link is forged.
 * @returns whether the guardian refused: the account was not open yet
 */
export async function withdrawConsent(app: App, link: ConsentLink): Promise<{ isRefusal: boolean }> {
  const { isRefusal, files } = await app.db.transaction(async (tx) => {
    const { registration, student } = await lockWard(app, tx, link)
    if (registration) await refuse(app, tx, registration)
    return { isRefusal: registration !== undefined, files: student ? await close(app, tx, student) : [] }
  })
  await recordErasuresNow(app)
  for (const file of files) await app.files.remove(file)
  return { isRefusal }
}

/** Deletes a registration. Tells the child if the email is theirs: an unverified one may belong to a stranger. */
async function refuse(app: App, tx: Tx, { id, email, username, verifiedAt }: RegistrationRow): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.id, id))
  await noteErasures(app, tx, [{ kind: 'registration', id }])
  if (verifiedAt === null) return
  await queueConsentMail(app, tx, { to: email, username, isToGuardian: false, isRefusal: true })
}

/** Erases an account, and tells the child and the guardian. @returns the keys of the files to delete */
async function close(app: App, tx: Tx, student: StudentRow): Promise<string[]> {
  const { id, email, username, emailBouncedAt, guardianEmail } = student
  const files = await eraseStudent(app, tx, id)
  if (emailBouncedAt === null)
    await queueConsentMail(app, tx, { to: email, username, isToGuardian: false, isRefusal: false })
  if (guardianEmail !== null)
    await queueConsentMail(app, tx, { to: guardianEmail, username, isToGuardian: true, isRefusal: false })
  return files
}
