// Counts jobs for the System page. The job system keeps some counts, but not of finished and retried jobs, so these queries read
// all jobs. Call them rarely, and not on the connections for requests.
import type { Work } from '@baobab/contract/system/health.ts'
import { sql } from 'drizzle-orm'
import { mailQueues } from '../../mails/mail-queues.ts'
import { dayComparisons } from '../../payments/daily-comparison.ts'
import type { Db } from '../../platform/database/database.ts'
import { redactText } from '../../platform/log.ts'
import { describeFailure } from '../rules.ts'

export type JobFacts = {
  /** Jobs of the queues that send emails. */
  mail: Work
  /** All other jobs. */
  other: Work
  /** Why the payment provider did not answer an unfinished job; null if all are finished. */
  providerError: string | null
}

type Instant = 'waitingSince' | 'retryingSince' | 'lastDoneAt'
type WorkRow = Omit<Work, Instant> & Record<Instant, Date | null> & { isMail: boolean }

const none: Work = {
  waiting: 0,
  waitingSince: null,
  retrying: 0,
  retryingSince: null,
  failed: 0,
  done: 0,
  lastDoneAt: null,
}

/** Queues whose jobs call the provider. */
const PROVIDER_QUEUES = [dayComparisons.name, 'settle-payment', 'reconcile-payments', 'follow-refunds', 'check-refunds']

export async function loadJobFacts(db: Db): Promise<JobFacts> {
  const rows = await loadWork(db)
  const find = (isMail: boolean) => toWork(rows.find((row) => row.isMail === isMail))
  return { mail: find(true), other: find(false), providerError: await loadProviderError(db) }
}

/** Loads one row for the queues that send emails and one for all others. The job system uses the database's own time. */
async function loadWork(db: Db): Promise<WorkRow[]> {
  const isReady = sql`state in ('created', 'retry') and start_after <= now()`
  // A retry is counted when it starts. While a mail server is down, jobs are in either state.
  const failsAgain = sql`(state = 'retry' and retry_count >= 2 or state = 'active' and retry_count >= 3)`
  const { rows } = await db.execute<WorkRow>(sql`
    select name = any(${sql.param([...mailQueues])}::text[]) as "isMail",
      count(*) filter (where ${isReady})::integer as waiting,
      min(start_after) filter (where ${isReady}) as "waitingSince",
      count(*) filter (where ${failsAgain})::integer as retrying,
      min(created_on) filter (where ${failsAgain}) as "retryingSince",
      count(*) filter (where state = 'failed')::integer as failed,
      count(*) filter (where state = 'completed' and completed_on > now() - interval '1 day')::integer as done,
      max(completed_on) filter (where state = 'completed') as "lastDoneAt"
    from pgboss.job where not starts_with(name, '__pgboss__') group by 1`)
  return rows
}

const toInstant = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString())

function toWork(row: WorkRow | undefined): Work {
  if (!row) return none
  const { isMail: _isMail, waitingSince, retryingSince, lastDoneAt, ...counts } = row
  return {
    ...counts,
    waitingSince: toInstant(waitingSince),
    retryingSince: toInstant(retryingSince),
    lastDoneAt: toInstant(lastDoneAt),
  }
}

async function loadProviderError(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ output: unknown }>(sql`
    select output from pgboss.job where name = any(${sql.param(PROVIDER_QUEUES)}::text[]) and state in ('retry', 'failed')
      and output is not null order by created_on desc limit 1`)
  return rows[0] ? redactText(describeFailure(rows[0].output)) : null
}
