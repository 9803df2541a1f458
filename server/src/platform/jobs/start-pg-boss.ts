import { PgBoss, systemClock } from 'pg-boss'
import type { Clock } from '../clock.ts'
import { setSlowTimeouts } from '../database/database.ts'
import { forgetFutureTimes } from './forget-future-times.ts'

/** How often pg-boss looks for jobs whose server was lost. */
const SUPERVISE_SECONDS = 15
/** How often pg-boss compares its clock with the database's. */
const CLOCK_SECONDS = 30

/**
 * Starts pg-boss on a database that has its schema.
 * @param options.runsSchedules whether this server sends the jobs of schedules when they are due
 * @param options.onError called with errors of pg-boss itself, which are not always Errors
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
    connectionString: url,
    application_name: 'baobab jobs',
    max: 2,
    // pg-boss passes this to its pool of connections, although its type does not say so.
    verify: setSlowTimeouts,
    // The schema exists and belongs to the server's role, which may not create one (grants.ts).
    createSchema: false,
    useListenNotify: true,
    schedule: runsSchedules,
    // Runs evenly when a clock is set, so that no timer waits for a time that is far away by then. pg-boss measures how far
    // it is from the database's clock.
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
