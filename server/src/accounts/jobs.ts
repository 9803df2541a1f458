import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { deleteStaleAttempts } from '../platform/security/attempt-backoff.ts'
import { noteMissingRoles } from './admin/two-admins.ts'
import { accountMails, sendAccountMail } from './account-mails.ts'
import { fillDerivedColumns } from './fill-derived-columns.ts'
import { removeStaleFlows } from './identity-providers/flows.ts'
import { numberMessages, sendNumberMessage } from './number-messages.ts'
import { removeStaleAccounts } from './remove-stale-accounts.ts'

/** Sends account mails, and deletes expired accounts, sessions and links every night. */
export async function startAccountJobs(app: App): Promise<void> {
  await noteMissingRoles(app)
  await app.jobs.work(accountMails, (mail) => sendAccountMail(app, mail))
  await app.jobs.work(numberMessages, (message) => sendNumberMessage(app, message))
  const clean = unlessClockIsHeld(app, 'accounts-cleaning', async () => {
    await deleteStaleAttempts(app)
    await removeStaleAccounts(app)
    await fillDerivedColumns(app)
  })
  const cleanFlows = unlessClockIsHeld(app, 'sign-ins-cleaning', () => removeStaleFlows(app))
  await app.jobs.schedule('sign-ins-cleaning', '*/10 * * * *', cleanFlows)
  // Runs even if the date is doubtful: it deletes only counters, and any written while the clock was ahead lock people out
  // until they are deleted.
  await deleteStaleAttempts(app)
  await app.jobs.schedule('accounts-cleaning', '20 3 * * *', clean)
}
