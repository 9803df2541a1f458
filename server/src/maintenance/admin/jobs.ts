import type { App } from '../../platform/app.ts'
import { enqueueMaintenanceMails, maintenanceMails, sendMaintenanceMail } from './mails.ts'

/** Mails admins about maintenance; also on a doubtful date, because the mails name what happened. */
export async function startMaintenanceJobs(app: App): Promise<void> {
  await app.jobs.work(maintenanceMails, (job) => sendMaintenanceMail(app, job))
  await app.jobs.schedule('maintenance-mails-due', '* * * * *', () => enqueueMaintenanceMails(app))
}
