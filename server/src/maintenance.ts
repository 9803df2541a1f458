// Switches maintenance on and off with the server's settings, for when no owner can use the System page:
//   npm run maintenance -- on [--minutes 30] [--at 2026-11-26T02:00 | --since 2026-11-25T10:05]
//   npm run maintenance -- off
//   npm run maintenance -- status
// Times without an offset are in Lagos. `--since` is for an outage: `off` then also gives back the time since it began. The server
// may be running or not.
import { commandName } from './platform/command-name.ts'
import { parseArgs } from 'node:util'
import { maintenanceAdminText, maintenanceText } from '@baobab/contract/maintenance/endpoints.ts'
import { endMaintenance } from './maintenance/end-maintenance.ts'
import { startAfterOutage, startMaintenance } from './maintenance/start-maintenance.ts'
import { readOpenMaintenance } from './platform/maintenance/open-maintenance.ts'
import { phaseAt } from './platform/maintenance/rules.ts'
import type { App } from './platform/app.ts'
import { createClock, createTimeReader } from './platform/clock.ts'
import { readInstant, runCommand, UsageError, withExistingDatabase } from './platform/run-command.ts'

const USAGE = `Say what to do: ${commandName('maintenance on')}, off or status.`
const DEFAULT_MINUTES = '30'

type Order = { what: 'on' | 'off' | 'status'; minutes: number; at: Date | undefined; since: Date | undefined }

function readOrder(): Order {
  const options = {
    minutes: { type: 'string', default: DEFAULT_MINUTES },
    at: { type: 'string' },
    since: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [what] = positionals
  if (what !== 'on' && what !== 'off' && what !== 'status') throw new UsageError(USAGE)
  const minutes = Number(values.minutes)
  if (!Number.isInteger(minutes) || minutes < 1) throw new UsageError('--minutes is a whole number, such as 30.')
  if (values.at !== undefined && values.since !== undefined) throw new UsageError('Use --at or --since, not both.')
  return {
    what,
    minutes,
    at: values.at === undefined ? undefined : readInstant('at', values.at, '00:00'),
    since: values.since === undefined ? undefined : readInstant('since', values.since, '00:00'),
  }
}

async function switchOn(app: Pick<App, 'db' | 'clock'>, { minutes, at, since }: Order): Promise<string> {
  const now = app.clock.now()
  const expectedEndAt = new Date((at ?? now).getTime() + minutes * 60_000)
  if (since === undefined) return (await startMaintenance(app, null, { startsAt: at, expectedEndAt })).message
  await startAfterOutage(app, { since, expectedEndAt })
  return maintenanceAdminText.switchedOn
}

async function describeState({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<string> {
  const current = await readOpenMaintenance(db)
  if (!current) return maintenanceAdminText.wasOff
  const times = { ...current, now: clock.now() }
  return maintenanceText[phaseAt(current, times.now)](times)
}

runCommand(async () => {
  const order = readOrder()
  return withExistingDatabase(process.env, async ({ db, pool }) => {
    const clock = createClock()
    clock.correct((await createTimeReader(pool)()).at)
    const app = { db, clock }
    const run = {
      on: () => switchOn(app, order),
      off: async () => (await endMaintenance(app, null)).message,
      status: () => describeState(app),
    }
    process.stdout.write(`${await run[order.what]()}\n`)
    return 0
  })
})
