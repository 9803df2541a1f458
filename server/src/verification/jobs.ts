import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import {
  enqueueVerification,
  sendVerificationMail,
  verificationMails,
  verifications,
  verifyAndReport,
} from './report.ts'

/** Checks the whole database each night, when few students are online. */
export async function startVerificationJobs(app: App): Promise<void> {
  await app.jobs.workLong(verifications, (_job, signal) => verifyAndReport(app, signal), 1)
  await app.jobs.work(verificationMails, (job) => sendVerificationMail(app, job))
  const verify = unlessClockIsHeld(app, 'verification', () => enqueueVerification(app))
  await app.jobs.schedule('verification', '30 2 * * *', verify)
}
