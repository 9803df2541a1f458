import { eq } from 'drizzle-orm'
import { accountMails } from '../accounts/account-mails.ts'
import { refuseGuardianChange } from '../accounts/guardian-changes.ts'
import { forgetGuardian } from '../accounts/guardian-removal.ts'
import { toGuardianAddress } from '../accounts/guardian-address.ts'
import { lockWard, type ConsentLink } from '../accounts/guardian-consent.ts'
import type { StudentRow } from '../accounts/queries.ts'
import type { RegistrationRow } from '../accounts/registrations.ts'
import { registrations } from '../accounts/tables.ts'
import { findMailbox } from '../accounts/own-address.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { queueConsentMail } from './consent-mails.ts'
import { eraseStudent } from './erase-account.ts'
import { noteErasures, recordErasuresNow } from './record-erasures.ts'

/**
 * What a guardian's 'No' did. 'kept': an admin named this guardian, and the former one stays. 'nothing': the link has no account, because it was closed or the guardian
 * removed.
 */
type Withdrawal = 'refused' | 'kept' | 'said-no' | 'closed' | 'nothing'

/**
 * Withdraws or refuses a guardian's consent through the mailed link: deletes the registration, or erases the account as its
 * owner could. A guardian who never agreed to an account cannot erase it, and is only removed from it. Safe to repeat. Throws
 * if the link is forged.
 */
export async function withdrawConsent(app: App, link: ConsentLink): Promise<Withdrawal> {
  const { outcome, files } = await app.db.transaction(async (tx) =>
    withdraw(app, tx, { ...(await lockWard(app, tx, link)), consentId: link.student }),
  )
  await recordErasuresNow(app)
  for (const file of files) await app.files.remove(file)
  return outcome
}

type Ward = Awaited<ReturnType<typeof lockWard>> & { consentId: string }

async function withdraw(
  app: App,
  tx: Tx,
  { registration, student, agreedAt, consentId, change }: Ward,
): Promise<{ outcome: Withdrawal; files: string[] }> {
  if (registration) {
    await refuse(app, tx, registration)
    return { outcome: 'refused', files: [] }
  }
  if (!student) return { outcome: 'nothing', files: [] }
  if (change) {
    await refuseGuardianChange(app, tx, change)
    return { outcome: 'kept', files: [] }
  }
  if (agreedAt !== null) return { outcome: 'closed', files: await close(app, tx, student) }
  await forgetGuardian(tx, consentId)
  await app.jobs.send(tx, accountMails, { kind: 'guardian-said-no', studentId: student.id })
  return { outcome: 'said-no', files: [] }
}

/** Deletes a registration. Tells the child only if the email is verified, because an unverified one may belong to a stranger. */
async function refuse(app: App, tx: Tx, { id, email, username, verifiedAt }: RegistrationRow): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.id, id))
  await noteErasures(app, tx, [{ kind: 'registration', id }])
  if (verifiedAt === null) return
  await queueConsentMail(app, tx, { to: email, username, isToGuardian: false, isRefusal: true })
}

/** Erases an account, and tells the child and the guardian. @returns the keys of the files to delete */
async function close(app: App, tx: Tx, student: StudentRow): Promise<string[]> {
  const { id, username } = student
  const child = findMailbox(student) ?? student.provedNumber
  const guardian = toGuardianAddress(student)
  const files = await eraseStudent(app, tx, id)
  if (child) await queueConsentMail(app, tx, { to: child, username, isToGuardian: false, isRefusal: false })
  if (guardian) await queueConsentMail(app, tx, { to: guardian, username, isToGuardian: true, isRefusal: false })
  return files
}
