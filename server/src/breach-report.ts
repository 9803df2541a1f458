// Lists the people affected by a breach, with the server's settings:
//   npm run breach:report -- --since 2026-11-20T10:00 [--until 2026-11-21] [--admin grace.obi] > affected.csv
// Times without an offset are in Lagos. Changes nothing. The server may keep running.
import { parseArgs } from 'node:util'
import { createClock } from './platform/clock.ts'
import { readInstant, runCommand, UsageError, withExistingDatabase } from './platform/run-command.ts'
import { writeBreachReport, type BreachPeriod } from './privacy/breach-report.ts'

function readPeriod(): BreachPeriod {
  const options = { since: { type: 'string' }, until: { type: 'string' }, admin: { type: 'string' } } as const
  const { since, until, admin } = parseArgs({ options }).values
  if (since === undefined) throw new UsageError('--since is needed: when the breach began, such as 2026-11-20T10:00.')
  const period = {
    since: readInstant('since', since, '00:00'),
    // Includes the whole last day.
    until: until === undefined ? createClock().now() : readInstant('until', until, '23:59:59.999'),
    admin,
  }
  if (period.since >= period.until) throw new UsageError('--until has to be later than --since.')
  return period
}

runCommand(async () => {
  const period = readPeriod()
  return withExistingDatabase(process.env, async ({ db }) => {
    for await (const part of writeBreachReport(db, period)) process.stdout.write(part)
    return 0
  })
})
