import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { enqueueMaintenanceMails, maintenanceMails, sendMaintenanceMail } from './mails.ts'

/** Mails admins when maintenance starts and ends. */
export async function startMaintenanceJobs(app: App): Promise<void> {
  await app.jobs.work(maintenanceMails, (job) => sendMaintenanceMail(app, job))
  const name = 'maintenance-mails-due'
  await app.jobs.schedule(
    name,
    '* * * * *',
    unlessClockIsHeld(app, name, () => enqueueMaintenanceMails(app)),
  )
}
