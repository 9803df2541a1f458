// What the page System says of each part, and what to do about it.
import type { HealthFacts, HealthPart, HealthState, Work } from '@baobab/contract/system/health.ts'
import { formatDateTime, formatDay, formatMonth } from '../ui/dates.ts'
import { formatCount } from '../ui/format.ts'

const formatAt = (at: string) => formatDateTime(new Date(at))
const formatGib = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`
const formatSeconds = (ms: number) => `${(Math.abs(ms) / 1_000).toFixed(1)} s`
const formatMonthOf = (month: string) => formatMonth(new Date(`${month}-15T12:00:00Z`))

export const healthText = {
  heading: 'How Baobab is doing',
  loading: 'Checking all parts...',
  failed: 'Failed to check the parts.',
  states: { well: 'Well', look: 'Please look', broken: 'Broken', unknown: 'Unknown' } satisfies Record<
    HealthState,
    string
  >,
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

/** What is known of a part. Each sentence stands alone. */
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
    ...(freeBytes === null ? [] : [`${formatGib(freeBytes)} are free.`]),
    ...(isDatabaseFull ? ['The disk of the database is full.'] : []),
  ],
  backup: ({ isOn, lastAt }) => {
    if (lastAt !== null) return [`The last one is of ${formatAt(lastAt)}.`]
    return [isOn ? 'The first one is made tonight.' : 'Nothing is backed up.']
  },
  provider: ({ comparedDay, differences, lastError }) => [
    comparedDay === null
      ? 'No day has been compared with Paystack yet.'
      : `Compared with Paystack up to ${formatDay(new Date(`${comparedDay}T12:00:00Z`))}: ${differences === 0 ? 'no differences' : formatCount(differences, 'difference')}.`,
    ...(lastError === null ? [] : [`The last error: ${lastError}`]),
  ],
  draw: ({ nextAt, overdueMonth, missingMonth, openClaims, unconfirmed }) => [
    `The next winner is drawn on ${formatAt(nextAt)}.`,
    ...(overdueMonth === null ? [] : [`The draw of ${formatMonthOf(overdueMonth)} is overdue.`]),
    ...(missingMonth === null ? [] : [`The list of ${formatMonthOf(missingMonth)} is missing.`]),
    ...(openClaims > 0 ? [`${formatCount(openClaims, 'claim')} to be missing from a list.`] : []),
    ...(unconfirmed > 0 ? ['The last winner is not confirmed yet.'] : []),
  ],
  versions: ({ servers, postgres, migrations }) => [
    ...(servers.length === 0 ? ['No server has said that it runs.'] : servers.map(describeServer)),
    `PostgreSQL ${postgres}, schema ${migrations}.`,
  ],
  clock: ({ differenceMs, isHeld, seenAt }) => [
    `Servers and database differ by ${formatSeconds(differenceMs)}.`,
    isHeld ? `The date was last certainly right on ${formatAt(seenAt)}.` : 'The date is right.',
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
    `${formatCount(retrying, one)} failed at least 3 times and ${verb} tried again, the oldest since ${formatAt(retryingSince)}.`,
  ]
}

function describeServer({ version, nodeVersion, startedAt }: HealthFacts['versions']['servers'][number]): string {
  return `Baobab ${version} on Node ${nodeVersion}, running since ${formatAt(startedAt)}.`
}

/** What to do about a part that is not well. Each has a sentence for both states. */
export const nextSteps: Record<HealthPart, Record<'look' | 'broken', string>> = {
  mail: {
    look: 'Read why below. If the reason is gone, press “Try again”.',
    broken:
      'No emails leave. Check the mail server: its company may refuse us, or SMTP_URL may be wrong. “npm run doctor” says which.',
  },
  jobs: {
    look: 'Read below which job failed or waits, and why. If the last one was done more than ten minutes ago, restart the servers.',
    broken: 'No server does the background jobs. Restart the servers, and read their log.',
  },
  storage: {
    look: 'Delete videos that nobody needs, or move the folder to a larger disk, before it is full.',
    broken:
      'Videos and uploads do not work. Make space on the disk, or check the way to the object store. “npm run doctor” says which.',
  },
  backup: {
    look: 'Look here again tomorrow: the first backup should be made then.',
    broken:
      'If the server is lost now, what is new is lost. Check the folder for backups (BACKUP_DIR) and the failed job.',
  },
  provider: {
    look: 'Look at the payments that need attention.',
    broken: 'A day has not been compared. Check that Paystack can be reached and the keys are right: “npm run doctor”.',
  },
  draw: {
    look: 'Somebody waits for a decision.',
    broken:
      'If a list is missing, a regrade still runs, or the job failed that makes it: read below why. If a draw is overdue, its random number did not arrive: check that the server reaches drand, or draw by hand.',
  },
  versions: {
    look: 'Two versions run. That is right during an update. After it, restart the old server.',
    broken: 'Restart the servers.',
  },
  clock: {
    look: 'Switch on the time service of the machine.',
    broken: 'Correct the wrong clock. If the date is right, confirm it below.',
  },
}
