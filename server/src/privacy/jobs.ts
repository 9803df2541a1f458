import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { deleteOldFormerAttempts } from '../quiz/former-attempts.ts'
import { consentMailJobs, deleteUnsentConsentMails, sendConsentMail } from './consent-mails.ts'
import { erasedFiles } from './erase-account.ts'
import { recordErasures } from './record-erasures.ts'
import { eraseInactiveAccounts, inactivityMailJobs, sendInactivityMail } from './inactive-accounts.ts'

/** How long an erasure that could not be recorded beside the backups waits for the next try. */
const RECORD_MS = 60_000

/** Deletes erased accounts' files and the data kept about them for a year, and erases unused accounts. */
export async function startPrivacyJobs(app: App): Promise<void> {
  if (app.config.backupDir !== undefined) app.jobs.repeatOnEveryServer(RECORD_MS, () => recordErasures(app))
  await app.jobs.work(erasedFiles, ({ key }) => app.files.remove(key))
  // A skipped mail is queued again a week later.
  await app.jobs.work(inactivityMailJobs, (job) =>
    unlessClockIsHeld(app, inactivityMailJobs.name, () => sendInactivityMail(app, job))(),
  )
  await app.jobs.work(consentMailJobs, ({ id }) => sendConsentMail(app, id))
  const deleteFormer = unlessClockIsHeld(app, 'former-attempts', async () => {
    await deleteOldFormerAttempts(app)
    await deleteUnsentConsentMails(app)
  })
  await app.jobs.schedule('former-attempts', '35 3 * * *', deleteFormer)
  const eraseInactive = unlessClockIsHeld(app, 'inactive-accounts', () => eraseInactiveAccounts(app))
  await app.jobs.schedule('inactive-accounts', '40 3 * * *', eraseInactive)
}
