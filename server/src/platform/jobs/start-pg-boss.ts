import { PgBoss, systemClock } from 'pg-boss'
import type { Clock } from '../clock.ts'
import { setSlowTimeouts } from '../database/database.ts'
import { toConnection } from '../database/hosts.ts'

/** Longer than any job waits for its next attempt. */
const LONGEST_WAIT = "interval '2 hours'"

/**
 * Corrects times that pg-boss recorded while the database's clock was ahead. It runs schedules and looks for lost servers some
 * seconds after the last recorded time, so it would otherwise wait until that time comes, and so would jobs. Costs one statement if
 * nothing is wrong.
 */
async function forgetFutureTimes(database: ReturnType<PgBoss['getDb']>): Promise<void> {
  const { rows } = await database.executeSql(`
    update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null
    where cron_on > now() + interval '1 minute' returning true`)
  if (rows.length === 0) return
  await database.executeSql(`
    update pgboss.queue set monitor_claim_on = null, maintain_on = null, monitor_on = least(monitor_on, now())`)
  await database.executeSql(`
    update pgboss.job set start_after = least(start_after, now()), started_on = least(started_on, now()),
      heartbeat_on = least(heartbeat_on, now())
    where state < 'completed'
      and (start_after > now() + ${LONGEST_WAIT} or started_on > now() or heartbeat_on > now())`)
}

/** How often pg-boss looks for jobs whose server was lost. */
const SUPERVISE_SECONDS = 15
/** How often pg-boss compares its clock with the database's. */
const CLOCK_SECONDS = 30

/**
 * Starts pg-boss on a database that has its schema.
 * @param options.runsSchedules whether this server sends scheduled jobs when they are due
 * @param options.onError called with pg-boss's own errors, which are not always Errors
 */
export async function startPgBoss(options: {
  url: string
  clock: Clock
  runsSchedules: boolean
  onError: (error: unknown) => void
}): Promise<{ boss: PgBoss; stop(): Promise<void> }> {
  const { url, clock, runsSchedules, onError } = options
  const origin = clock.now().getTime() - clock.offsetMs() - performance.now()
  const settings = {
    // pg-boss passes on everything that pg understands.
    ...(toConnection(url) as { connectionString?: string }),
    application_name: 'baobab jobs',
    max: 2,
    // pg-boss passes this to its connection pool, although its type does not say so.
    verify: setSlowTimeouts,
    // The schema exists and belongs to the server's role, which may not create one (grants.ts).
    createSchema: false,
    useListenNotify: true,
    schedule: runsSchedules,
    // Runs evenly when a clock is set, so that no timer waits for a time that is suddenly far away. pg-boss measures the difference
    // to the database's clock.
    clock: { ...systemClock, now: () => origin + performance.now() },
    clockMonitorIntervalSeconds: CLOCK_SECONDS,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  }
  const boss = new PgBoss(settings)
  boss.on('error', onError)
  await boss.start()
  await forgetFutureTimes(boss.getDb())
  const correcting = setInterval(() => {
    forgetFutureTimes(boss.getDb()).catch(onError)
  }, SUPERVISE_SECONDS * 1_000).unref()
  return {
    boss,
    async stop() {
      clearInterval(correcting)
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
