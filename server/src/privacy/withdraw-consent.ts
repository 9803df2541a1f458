import { eq } from 'drizzle-orm'
import { lockWard, type ConsentLink } from '../accounts/guardian-consent.ts'
import { registrations } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { eraseStudent } from './erase-account.ts'

/**
 * Withdraws or refuses a guardian's consent by the mailed link: deletes the registration, or erases the account as its
 * owner could. Safe to repeat. Throws if the link is forged.
 */
export async function withdrawConsent(app: App, link: ConsentLink): Promise<void> {
  const files = await app.db.transaction(async (tx) => {
    const { registration, student } = await lockWard(app, tx, link)
    if (registration) await tx.delete(registrations).where(eq(registrations.id, registration.id))
    return student ? eraseStudent(app, tx, student.id) : []
  })
  for (const file of files) await app.files.remove(file)
}
