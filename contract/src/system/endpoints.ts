// The background jobs as admins see them: queues, schedules and failed jobs. Job data is never sent, because it may be personal.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'

export const systemText = {
  reportTaken: 'Thank you. The report was counted.',
  queuesLoading: 'Loading queues...',
  queuesFailed: 'Failed to load the queues.',
  failedJobsLoading: 'Loading failed jobs...',
  failedJobsFailed: 'Failed to load the failed jobs.',
  nothingFailed: 'Nothing has failed',
  jobNotFound: 'This job is no longer in the list of failed jobs.',
  jobsRunAgain: (jobs: number) => (jobs === 1 ? 'The job will run again.' : `${jobs} jobs will run again.`),
  jobDiscarded: 'The job was discarded.',
  clockConfirmed: 'Thank you. The waiting work continues now.',
} as const

const group = 'System'

/** Labels of the queues and schedules, keyed by the name stored with each job. */
export const jobQueues: Readonly<Record<string, string>> = {
  'account-mails': 'Emails about accounts: codes, new passwords, invitations',
  'accounts-cleaning': 'Delete unverified accounts, old sessions and links',
  'sign-ins-cleaning': 'Delete sign-ins with providers that were not finished',
  'guardian-messages': 'Emails and text messages about accounts of parents and guardians',
  'guardians-cleaning': 'Delete unverified accounts and old sessions of parents and guardians',
  'appeal-reminders': 'Emails to admins about appeals',
  'appeals-due': 'Find appeals that are due soon',
  'backup-mails': 'Emails to admins about a failed backup',
  backups: 'Make a backup',
  'backups-failed': 'Tell admins that a backup failed',
  'bulk-runs': 'Run actions on many rows of a list',
  'bulk-runs-failed': 'Mark actions on many rows that failed',
  'bulk-runs-cleaning': 'Delete old actions on many rows',
  'compare-payments': 'Start the daily comparison of payments',
  'consent-mails': 'Emails about a guardian who said no or withdrew consent',
  'contact-answers': 'Emails with answers to contact messages',
  'daily-figures': 'Count the metrics of each day',
  'draw-announcements': 'Tell students that they are in the draw',
  'student-mails': 'Emails about email changes, and to guardians',
  'time-stamps': 'Time stamps of draw lists and announcements',
  'draw-texts': 'Tell students without an email about a draw by text message',
  'draw-notices': 'Tell students what was announced about a draw',
  'due-notices': 'Publish scheduled notifications',
  'email-changes-cleaning': 'Delete email changes that nobody confirmed',
  'erased-files': 'Delete files of erased accounts',
  'export-failed': 'Mark exports that failed',
  'fair-play-cleaning': 'Delete records of quizzes taken on the same device or network',
  'friends-cleaning': 'Delete old friend requests and challenges',
  'friend-challenges': "Close friends' challenges whose time is up",
  'former-attempts': 'Delete the started quizzes of accounts erased a year ago',
  'inactive-accounts': 'Erase inactive accounts',
  'inactivity-mails': 'Emails about inactive accounts',
  'league-weeks': 'Close the leagues of a week, on Mondays',
  'maintenance-mails': 'Emails to admins about maintenance',
  'maintenance-mails-due': 'Prepare emails to admins about maintenance',
  'make-export': 'Prepare exported lists',
  'failed-notice-mails': 'Notification emails that are sent again',
  'number-messages': 'Text messages and emails about phone numbers: codes, changes',
  'nightly-backup': 'Start the nightly backup',
  'notice-mail-chunks': 'Notification emails',
  'notice-mail-rounds': 'Prepare notification emails',
  'notice-segments': 'Find the recipients of notifications to a group',
  'notice-tests': 'Test emails of notifications',
  'notices-to-take-back': 'Send notifications that could be taken back',
  'old-text-messages': 'Delete old records of text messages',
  'old-messages': 'Delete old contact messages',
  'board-weeks': 'Store the leaderboards of the week, on Mondays',
  'outgrown-entries': 'Remove students from the leaderboard of a category that they left',
  'payment-alert-mails': 'Emails to admins about payments',
  'payment-alerts': 'Prepare emails to admins about payments',
  'payment-comparison-mails': 'Emails to admins about differences between payments',
  'payment-comparisons': "Compare a day's payments with Paystack",
  'payment-receipts': 'Receipts by email',
  'payment-refund-mails': 'Emails about refunds',
  'prize-mails': 'Emails about prizes to guardians and admins',
  'push-cleaning': 'Delete old push messages',
  'push-due': 'Send delayed push messages',
  'push-rounds': 'Prepare push messages to many students',
  'push-sending': 'Push messages to phones',
  'process-video': 'Process videos',
  'process-video-failed': 'Mark videos that could not be processed',
  'question-report-answers': 'Notifications with answers to reports of questions',
  'quiz-closing': 'Close quizzes whose time is up',
  'reconcile-payments': 'Check open payments with Paystack',
  'check-refunds': 'Check refunds with Paystack',
  'regrade-previews': 'Calculate what answer corrections change',
  'regrades-to-apply': 'Correct points after an answer correction',
  'voids-to-apply': 'Correct points after a question became void or counts again',
  'scholarship-lists': 'Close the draw list of a month',
  'scholarship-draws': 'Draw the winner of a month',
  'scholarship-prizes': 'Remind winners of their prizes, and propose to draw again',
  'settle-payment': 'Check payments that Paystack reported',
  'follow-refunds': 'Check refunds that Paystack reported',
  'store-poster': 'Resize posters',
  'sweep-exports': 'Delete old exports',
  'sweep-uploads': 'Delete unfinished uploads',
  verification: 'Start the nightly check of all stored data',
  verifications: 'Check all stored data',
  'verification-mails': 'Emails to admins about the check of all stored data',
  'watch-clock': 'Check the system date',
}

/** Returns the label of a queue, or its name if the queue is unknown. */
export function queueLabel(queue: string): string {
  return jobQueues[queue] ?? queue
}

const queue = z.string().regex(/^[a-z-]{1,60}$/, 'Unknown queue')
const count = z.number().int()

export const JobQueue = z
  .object({
    name: z.string(),
    /** Runs at fixed times, not on demand. */
    isSchedule: z.boolean(),
    waiting: count,
    running: count,
    /** Failed jobs that will be retried automatically. */
    retrying: count,
    /** Jobs that failed for good in the last week. */
    failed: count,
    /** Null if no job succeeded in the last week. */
    lastSuccessAt: z.nullable(field.instant),
    /** The next time of a schedule, or when the next waiting job may start; null if there is none. */
    nextRunAt: z.nullable(field.instant),
  })
  .meta({ id: 'JobQueue' })
export type JobQueue = z.infer<typeof JobQueue>

export const FailedJob = z
  .object({
    _id: z.string(),
    queue: z.string(),
    failedAt: field.instant,
    /** The redacted message of the error that ended the last attempt. */
    reason: z.string(),
    tries: count,
  })
  .meta({ id: 'FailedJob' })
export type FailedJob = z.infer<typeof FailedJob>

export const readClock = endpoint({
  group,
  method: 'GET',
  path: '/admin/clock',
  who: 'admin',
  summary: 'The date of the database, and whether jobs wait because it is doubtful',
  reply: z.object({
    now: field.instant,
    /** The last time at which the date was known to be right. */
    seenAt: field.instant,
    /** Whether work that depends on the date and cannot be undone waits until an owner confirms the date. */
    isHeld: z.boolean(),
  }),
})

export const confirmClock = endpoint({
  group,
  method: 'POST',
  path: '/admin/clock/confirm',
  who: ['owner'],
  summary: 'Confirms that the date of the database is right, so that jobs that wait for it run again',
  reply: z.object({ message: z.string() }),
})

export const listJobQueues = endpoint({
  group,
  method: 'GET',
  path: '/admin/job-queues',
  who: ['owner', 'auditor'],
  summary: 'Every queue and schedule with the number of its jobs in each state; those with failures first',
  reply: z.object({ queues: z.array(JobQueue) }),
})

export const countFailedJobs = endpoint({
  group,
  method: 'GET',
  path: '/admin/failed-jobs/count',
  who: ['owner', 'auditor'],
  summary: 'The number of jobs that failed for good in the last 24 hours',
  reply: z.object({ failed: count }),
})

export const listFailedJobs = endpoint({
  group,
  method: 'GET',
  path: '/admin/failed-jobs',
  who: ['owner', 'auditor'],
  summary: 'The jobs that failed for good in the last week, newest first',
  query: z.strictObject({
    queue: queue.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.string().max(60).optional(),
  }),
  reply: z.object({ jobs: z.array(FailedJob), nextCursor: z.string().nullable() }),
})

export const retryJob = endpoint({
  group,
  method: 'POST',
  path: '/admin/failed-jobs/:jobId/retry',
  who: ['owner'],
  summary: 'Runs a failed job again',
  params: z.object({ jobId: field.id }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found'],
})

export const retryQueue = endpoint({
  group,
  method: 'POST',
  path: '/admin/job-queues/:queue/retry',
  who: ['owner'],
  summary: 'Runs all failed jobs of a queue again; for a schedule, only the newest, because its runs are alike',
  params: z.object({ queue }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found'],
})

export const discardJob = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/failed-jobs/:jobId',
  who: ['owner'],
  summary: 'Deletes a failed job, which will not run again',
  params: z.object({ jobId: field.id }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found'],
})

// Reports from browsers that a page tried to do what its content security policy forbids, which is a sign of injected markup or of
// our own mistake. The stored report names no person: it has the page without its query, the directive and where the source is.

const part = z.string().max(4_000).default('')

/** What browsers send to `report-uri`, with the names of CSP level 2; unused fields are dropped. */
const BrowserReport = z.object({
  'document-uri': z.string().max(4_000),
  'effective-directive': part,
  'violated-directive': part,
  'blocked-uri': part,
  'source-file': part,
})
export type BrowserReport = z.infer<typeof BrowserReport>

export const PolicyReport = z
  .object({
    page: z.string(),
    directive: z.string(),
    /** The host or scheme of what was blocked, or `inline` or `eval`. */
    blocked: z.string(),
    reports: z.number().int(),
    firstAt: field.instant,
    lastAt: field.instant,
  })
  .meta({ id: 'PolicyReport' })
export type PolicyReport = z.infer<typeof PolicyReport>

export const reportPolicyViolation = endpoint({
  group,
  method: 'POST',
  path: '/api/policy-reports',
  who: 'anyone',
  summary: 'Takes the report of a browser about a violation of the content policy; the type is application/csp-report',
  body: z.strictObject({ 'csp-report': BrowserReport }),
  reply: z.object({ message: z.string() }),
})

export const listPolicyReports = endpoint({
  group,
  method: 'GET',
  path: '/admin/policy-reports',
  who: ['owner', 'auditor'],
  summary: 'The violations of the content policy of the last 30 days, newest first',
  reply: z.object({ reports: z.array(PolicyReport) }),
})
