import type { App } from '../platform/app.ts'
import {
  compareDay,
  comparisonMails,
  dayComparisons,
  sendComparisonMail,
  enqueueComparisons,
} from './daily-comparison.ts'
import {
  paymentAlertMails,
  paymentAlerts,
  paymentReceipts,
  refundMails,
  sendAlert,
  sendReceipt,
  spreadAlert,
} from './payment-mails.ts'
import { reconcile } from './reconcile.ts'
import { settle, settlePayment } from './receive-webhook.ts'

export async function startPaymentJobs(app: App): Promise<void> {
  await app.jobs.work(settlePayment, (job) => settle(app, job))
  await app.jobs.work(paymentReceipts, (job) => sendReceipt(app, job))
  await app.jobs.work(refundMails, (job) => sendReceipt(app, job))
  await app.jobs.work(paymentAlerts, (job) => spreadAlert(app, job))
  await app.jobs.work(paymentAlertMails, (job) => sendAlert(app, job))
  await app.jobs.work(dayComparisons, (job) => compareDay(app, job))
  await app.jobs.work(comparisonMails, (job) => sendComparisonMail(app, job))
  await app.jobs.schedule('reconcile-payments', '* * * * *', async () => void (await reconcile(app)))
  await app.jobs.schedule('compare-payments', '0 6 * * *', () => enqueueComparisons(app))
}
