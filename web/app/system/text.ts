import type { HealthFacts, HealthPart, HealthState, Work } from '@baobab/contract/system/health.ts'
import { formatDateTime, formatDay, formatMonth, formatCount } from '../ui/format.ts'

// Text for the System page.
export const text = {
  title: 'System',
  checking: 'Checking every part of Baobab...',
  allWell: 'Everything is working.',
  needYou: (parts: readonly string[]) =>
    `${parts.length === 1 ? '1 thing needs' : `${parts.length} things need`} your attention: ${parts.join(', ')}.`,
  toDo: 'What to do',
  showDetails: 'Show',
  hideDetails: 'Hide',
  details: 'Details for engineers',
  detailsHelp: 'Each part of Baobab, failed jobs, queues, versions and blocked content',
  clockHeld: 'Please check the date',
  clockHeldLead: (today: string, lastRun: string) =>
    `The database clock says that today is ${today}. Baobab last ran on ${lastRun}.`,
  clockHeldEffect:
    'Until an owner confirms the date, no student leaves a leaderboard on a birthday, scheduled notifications wait, unfinished payments stay open, and no old data is deleted. If the date is wrong, do not confirm it. Correct the database clock instead.',
  clockIsRight: (today: string) => `Yes, today is ${today}`,
  confirming: 'Confirming...',

  maintenance: 'Maintenance mode',
  maintenanceLead:
    'While it is on, quizzes and payments cannot be started, and running quizzes are paused. Everything else keeps working.',
  maintenanceOff: 'It is off.',
  maintenancePhases: {
    planned: 'Maintenance is planned. Students see when it begins.',
    closing: 'Maintenance begins soon. Quizzes can no longer be started, and running ones can finish first.',
    on: 'Maintenance is on. Running quizzes are paused.',
  },
  maintenanceTimes: (from: string, to: string) => `From ${from} until about ${to}.`,
  maintenanceBy: (admin: string) => `Set by ${admin}.`,
  maintenanceByCommand: 'Set from the server’s command line.',
  pausedQuizzes: (quizzes: string) => `Paused now: ${quizzes}.`,
  maintenanceLate: 'Maintenance is running late. Students are waiting: switch it off as soon as you can.',
  switchOn: 'Switch on',
  switchOnNow: 'Switch on now',
  planMaintenance: 'Plan it',
  switchingOn: 'Saving...',
  switchOff: 'Switch off',
  switchingOff: 'Switching off...',
  cancelMaintenance: 'Cancel it',
  canceling: 'Canceling...',
  switchOnQuestion: 'Switch maintenance on?',
  maintenanceEffect:
    'Students see the end time from one day before. Paused quizzes get their lost time back when you switch it off.',
  beginLabel: 'When does it begin?',
  begin: {
    soon: { label: 'In 5 minutes', detail: 'Quizzes that are running now finish first.' },
    now: { label: 'Now', detail: 'Quizzes that are running now are paused.' },
    later: { label: 'Later', detail: 'Students see the time.' },
  },
  stopsQuizzes: (quizzes: string) => `It would pause ${quizzes} now. They finish within 5 minutes.`,
  startsAt: 'Begins at',
  lagosTime: 'Lagos time',
  minutes: 'About how many minutes will the maintenance take?',

  textMessages: 'Text messages',
  textMessagesOff:
    'Text messages are off, so students sign up with an email. An engineer can set them up (SMS_PROVIDER).',
  smsProviders: { termii: 'Termii', 'africas-talking': 'Africa’s Talking' },
  sentBy: (provider: string) => `Sent by ${provider}.`,
  sentToday: (sent: string, budget: string) => `${sent} of ${budget} messages sent today.`,
  arrived: (share: string, settled: string) => `${share} of the last ${settled} arrived.`,
  noneArrived: 'No delivery report came in the last 24 hours.',
  budgetLow:
    'Most of today’s messages are used up. If many new students are signing up, ask your engineer to raise the limit (SMS_DAILY_BUDGET).',
  budgetSpent:
    'Today’s messages are used up. Until midnight, nobody can sign up or get a new password by text message. Ask your engineer whether to raise the limit (SMS_DAILY_BUDGET).',
  pausedRanges: 'Numbers that get no codes',
  pausedRangesLead:
    'Many codes went to these numbers, but few were entered or most did not arrive. That is often fraud. Each range is free again after a day.',
  range: 'Numbers',
  rangeNumbers: (range: string) => `${range}••••`,
  codesSent: 'Codes sent',
  codesEntered: 'Entered',
  codesFailed: 'Did not arrive',

  blockedContent: 'Blocked content',
  blockedContentLead:
    'Browsers stopped these pages from loading or running something that is not part of Baobab. Please ask the person who runs the server to check why.',
  page: 'Page',
  blocked: 'What was blocked',
  lastReport: 'Last time',
  reports: 'Reports',

  backup: 'Last backup',
  backupSize: ({ whole, isNew, files }: { whole: string; isNew: string; files: number }) =>
    `(${whole} with ${files.toLocaleString('en-NG')} files, ${isNew} of it new)`,
  backupOld:
    'This backup is older than a day. Please ask the person who runs the server to check why no new one was made.',
  backupFirst: 'There is no backup yet. The first one is made tonight.',
  backupOff:
    'Nothing is backed up. If the server is lost, everything is lost. Please ask the person who runs it to set a folder for backups (BACKUP_DIR).',

  queues: 'Queues and schedules',
  queue: 'Queue',
  queueName: (queue: string, isSchedule: boolean) => (isSchedule ? `${queue}, on a schedule` : queue),
  jobs: 'Jobs',
  noJobs: 'None',
  waiting: (jobs: number) => `${jobs.toLocaleString('en-NG')} waiting`,
  running: (jobs: number) => `${jobs.toLocaleString('en-NG')} running`,
  retrying: (jobs: number) => `${jobs.toLocaleString('en-NG')} retrying`,
  failed: (jobs: number) => `${jobs.toLocaleString('en-NG')} failed`,
  lastSuccess: 'Last success',
  nextRun: 'Next run',
  noSuccess: 'None this week',
  noNextRun: 'On demand',
  actions: 'Actions',
  tryAllAgain: 'Try all again',
  tryAllAgainIn: (queue: string) => `Try all again: ${queue}`,
  trying: 'Trying again...',

  failedJobs: 'Failed jobs',
  failedJobsLead: 'These jobs failed in the last week. They run again only if you press “Try again”.',
  show: 'Show',
  allQueues: 'All queues',
  job: 'Job',
  failedAt: 'Failed',
  tries: 'Attempts',
  tryAgain: 'Try again',
  tryAgainFor: (queue: string) => `Try again: ${queue}`,
  discard: 'Discard',
  discardOf: (queue: string) => `Discard: ${queue}`,
  discardQuestion: 'Are you sure you want to discard this job?',
  discardEffect: 'The job will not run again. This cannot be undone.',
  discarding: 'Discarding...',
  nothingFailedHelp: 'Every job from the last week has finished or will be retried automatically.',
  nothingFailedInQueueHelp: 'No job in this queue failed in the last week.',
  showAllQueues: 'Show all queues',
} as const

// What the System page says about each part, and what to do about it

const formatAt = (at: string) => formatDateTime(new Date(at))
const formatGib = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`
const formatSeconds = (ms: number) => `${(Math.abs(ms) / 1_000).toFixed(1)} s`
const formatMonthOf = (month: string) => formatMonth(new Date(`${month}-15T12:00:00Z`))

export const healthText = {
  heading: 'Each part',
  loading: 'Checking all parts...',
  failed: 'Failed to check the parts.',
  states: { well: 'OK', look: 'Check', broken: 'Broken', unknown: 'Unknown' } satisfies Record<HealthState, string>,
  parts: {
    mail: 'Emails',
    jobs: 'Background jobs',
    storage: 'Storage',
    backup: 'Backup',
    provider: 'Payments',
    draw: 'Scholarship draw',
    versions: 'Servers and versions',
    clock: 'Clock',
  } satisfies Record<HealthPart, string>,
  couldNotRead: 'This part could not be checked. The others are not affected.',
  seeFailedJobs: 'See failed jobs',
  seeQueues: 'See queues',
  seeBackup: 'See the last backup',
  seePayments: 'See payments',
  seeDraw: 'See the draw',
  seeClaims: 'See claims',
} as const

/** What is known about a part. Each sentence makes sense by itself. */
export const describeFacts: { [P in HealthPart]: (facts: HealthFacts[P]) => string[] } = {
  mail: ({ done, failed, ...work }) => [
    done === 0
      ? 'No emails were sent in the last 24 hours.'
      : `${formatCount(done, 'email job')} done in the last 24 hours.`,
    ...describeWaiting(work),
    ...describeRetrying(work, 'email job'),
    ...(failed > 0 ? [`${formatCount(failed, 'email job')} failed in the last week.`] : []),
  ],
  jobs: ({ lastDoneAt, failed, ...work }) => [
    lastDoneAt === null ? 'No job has been done yet.' : `The last job was done on ${formatAt(lastDoneAt)}.`,
    ...describeWaiting(work),
    ...describeRetrying(work, 'job'),
    ...(failed > 0 ? [`${formatCount(failed, 'job')} failed in the last week.`] : []),
  ],
  storage: ({ kind, unreachable, freeBytes, isDatabaseFull }) => [
    ...(unreachable > 0
      ? [
          `${formatCount(unreachable, 'server')} cannot reach the ${kind === 'folder' ? 'folder' : 'store'} with the files.`,
        ]
      : [kind === 'folder' ? 'The folder with the files can be reached.' : 'The object store can be reached.']),
    ...(freeBytes === null ? [] : [`${formatGib(freeBytes)} free.`]),
    ...(isDatabaseFull ? ['The database’s disk is full.'] : []),
  ],
  backup: ({ isOn, lastAt }) => {
    if (lastAt !== null) return [`The last one was made on ${formatAt(lastAt)}.`]
    return [isOn ? 'The first backup is made tonight.' : 'Nothing is backed up.']
  },
  provider: ({ comparedDay, differences, lastError }) => [
    comparedDay === null
      ? 'No day has been compared with Paystack yet.'
      : `Compared with Paystack up to ${formatDay(new Date(`${comparedDay}T12:00:00Z`))}: ${differences === 0 ? 'no differences' : formatCount(differences, 'difference')}.`,
    ...(lastError === null ? [] : [`Last error: ${lastError}`]),
  ],
  draw: ({ nextAt, overdueMonth, missingMonth, openClaims, unconfirmed }) => [
    `The next winner is drawn on ${formatAt(nextAt)}.`,
    ...(overdueMonth === null ? [] : [`The ${formatMonthOf(overdueMonth)} draw is overdue.`]),
    ...(missingMonth === null ? [] : [`The ${formatMonthOf(missingMonth)} list is missing.`]),
    ...(openClaims > 0 ? [`${formatCount(openClaims, 'claim')} about a missing student.`] : []),
    ...(unconfirmed > 0 ? ['The last winner is not confirmed yet.'] : []),
  ],
  versions: ({ servers, postgres, migrations }) => [
    ...(servers.length === 0 ? ['No server has reported in.'] : servers.map(describeServer)),
    `PostgreSQL ${postgres}, schema ${migrations}.`,
  ],
  clock: ({ differenceMs, isHeld, seenAt }) => [
    `Servers and database differ by ${formatSeconds(differenceMs)}.`,
    isHeld ? `The date was last known to be right on ${formatAt(seenAt)}.` : 'The date is right.',
  ],
}

function describeWaiting({ waiting, waitingSince }: Pick<Work, 'waiting' | 'waitingSince'>): string[] {
  if (waitingSince === null) return []
  return [`${waiting.toLocaleString('en-NG')} waiting, the oldest since ${formatAt(waitingSince)}.`]
}

function describeRetrying(
  { retrying, retryingSince }: Pick<Work, 'retrying' | 'retryingSince'>,
  one: string,
): string[] {
  if (retryingSince === null) return []
  const verb = retrying === 1 ? 'is' : 'are'
  return [
    `${formatCount(retrying, one)} failed at least 3 times and ${verb} being retried, the oldest since ${formatAt(retryingSince)}.`,
  ]
}

function describeServer({ version, nodeVersion, startedAt }: HealthFacts['versions']['servers'][number]): string {
  return `Baobab ${version} on Node ${nodeVersion}, running since ${formatAt(startedAt)}.`
}

/** What an admin can do about a part that has a problem, or whom to tell. */
export const nextSteps: Record<HealthPart, Record<'look' | 'broken', string>> = {
  mail: {
    look: 'Some emails could not be sent. Look at the reason in the list of failed jobs. If you do not understand it, ask your engineer. Then press “Try again” there.',
    broken: 'No emails are going out, so nobody gets codes or receipts. Tell your engineer today.',
  },
  jobs: {
    look: 'Some work in the background failed or is late. If the list has failed jobs, press “Try again” there. If they fail again, tell your engineer.',
    broken:
      'No work is done in the background: videos are not prepared, and payments are not checked. Tell your engineer now.',
  },
  storage: {
    look: 'The disk is getting full. Delete videos that nobody needs, and ask your engineer for a larger disk.',
    broken: 'Videos and uploads do not work. Tell your engineer now.',
  },
  backup: {
    look: 'Nothing to do today. Look again tomorrow: the first backup is made tonight.',
    broken:
      'There is no backup from today. If the server is lost, everything since the last backup is lost. Tell your engineer today.',
  },
  provider: {
    look: 'Some payments do not match Paystack’s list. Open them and decide each one.',
    broken:
      'Yesterday’s payments were not compared with Paystack. Tell your engineer if this is still the case tomorrow.',
  },
  draw: {
    look: 'Somebody is waiting for your decision about a draw.',
    broken:
      'A draw or its list is late. Open the draw: if its button is there, draw by hand. Otherwise tell your engineer today.',
  },
  versions: {
    look: 'Two versions are running. That is normal for a few minutes during an update. Otherwise tell your engineer.',
    broken: 'No server has reported in. Tell your engineer now.',
  },
  clock: {
    look: 'A server’s clock is slightly wrong. Tell your engineer this week.',
    broken:
      'A server’s clock is wrong, so deadlines may be wrong. Tell your engineer now. If Baobab asks you for the date above, confirm it only if it is right.',
  },
}

/** What to do if a part could not be read. */
export const unknownStep = 'Baobab could not check this part. Wait a minute. If it still cannot, tell your engineer.'

/** What an engineer does about a part that has a problem. */
export const engineerSteps: Record<HealthPart, Record<'look' | 'broken', string>> = {
  mail: {
    look: 'The reason is below. Once it is fixed, press “Try again”.',
    broken:
      'No emails are being sent. Check the mail server: the provider may refuse us, or SMTP_URL may be wrong. “baobab doctor” says which.',
  },
  jobs: {
    look: 'See below which job failed or is waiting, and why. If the last job was done more than ten minutes ago, restart the servers.',
    broken: 'No server is running the background jobs. Restart the servers, and read their log.',
  },
  storage: {
    look: 'Delete videos that nobody needs, or move the folder to a larger disk, before it is full.',
    broken:
      'Videos and uploads do not work. Free space on the disk, or check the connection to the object store. “baobab doctor” says which.',
  },
  backup: {
    look: 'Check again tomorrow: there should be a first backup by then.',
    broken:
      'If this server fails, everything since the last backup is lost. Check the folder for backups (BACKUP_DIR) and the failed job.',
  },
  provider: {
    look: 'Check the payments that need attention.',
    broken:
      'Yesterday’s payments were not checked against Paystack. Check that Paystack can be reached and the keys are right: “baobab doctor”.',
  },
  draw: {
    look: 'Somebody is waiting for a decision.',
    broken:
      'If a list is missing, a correction is still running, or the job that makes the list failed: see the reason below. If a draw is overdue, its random number did not arrive: check that the server reaches drand, or draw by hand.',
  },
  versions: {
    look: 'Two versions are running. This is normal during an update. Afterwards, restart the old server.',
    broken: 'Restart the servers.',
  },
  clock: {
    look: 'Turn on the machine’s time service.',
    broken: 'Correct the wrong clock. If the date is right, confirm it below.',
  },
}
