import type { App } from '../app.ts'
import { forgetOldWaits } from '../platform/waits.ts'
import { accountMails, sendAccountMail } from './account-mails.ts'
import { removeStaleAccounts } from './remove-stale-accounts.ts'

export async function startAccountJobs(app: App): Promise<void> {
  await app.jobs.work(accountMails, (mail) => sendAccountMail(app, mail))
  await app.jobs.schedule('accounts-cleaning', '20 3 * * *', async () => {
    await forgetOldWaits(app)
    await removeStaleAccounts(app)
  })
}
