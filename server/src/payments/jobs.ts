import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import {
  compareDay,
  comparisonMails,
  dayComparisons,
  enqueueComparisons,
  sendComparisonMail,
} from './daily-comparison.ts'
import {
  enqueueAlertMails,
  paymentAlertMails,
  paymentAlerts,
  paymentReceipts,
  refundMails,
  sendAlertMail,
  sendReceipt,
} from './payment-mails.ts'
import { settleAfterWebhook, settlePayment } from './receive-webhook.ts'
import { reconcile } from './reconcile.ts'
import { checkDueRefunds, followAfterWebhook, followedRefunds } from './refunds/follow-refunds.ts'

/**
 * Follows up on payments. On a doubtful date, webhooks, pages and admins still ask about a payment, but the schedules wait: one
 * gives up on payments that are too old, and the other compares the days before today.
 */
export async function startPaymentJobs(app: App): Promise<void> {
  await app.jobs.work(settlePayment, (job) => settleAfterWebhook(app, job))
  await app.jobs.work(followedRefunds, (job) => followAfterWebhook(app, job))
  await app.jobs.work(paymentReceipts, (job) => sendReceipt(app, job))
  await app.jobs.work(refundMails, (job) => sendReceipt(app, job))
  await app.jobs.work(paymentAlerts, (job) => enqueueAlertMails(app, job))
  await app.jobs.work(paymentAlertMails, (job) => sendAlertMail(app, job))
  await app.jobs.work(dayComparisons, (job) => compareDay(app, job))
  await app.jobs.work(comparisonMails, (job) => sendComparisonMail(app, job))
  const askAgain = unlessClockIsHeld(app, 'reconcile-payments', () => reconcile(app))
  await app.jobs.schedule('reconcile-payments', '* * * * *', askAgain)
  const checkRefunds = unlessClockIsHeld(app, 'check-refunds', () => checkDueRefunds(app))
  await app.jobs.schedule('check-refunds', '* * * * *', checkRefunds)
  const compare = unlessClockIsHeld(app, 'compare-payments', () => enqueueComparisons(app))
  await app.jobs.schedule('compare-payments', '0 6 * * *', compare)
}
