// Distributes the tables of an installation over the workers of Citus, with the server's settings: `npm run shard -- --accept-limits`.
// All servers must be stopped. Exits with 0 if the tables are distributed, with 1 and what to change if they cannot be, with 64 for a
// missing argument, with 78 for a wrong setting.
import { parseArgs } from 'node:util'
import { features } from './features.ts'
import { readConfig } from './platform/config.ts'
import { distributeTables } from './platform/database/distribute.ts'
import { listDistribution, platformDistribution } from './platform/database/distribution.ts'
import { listFills, lockSchema, readSchemaState } from './platform/database/migrate.ts'
import { withClient } from './platform/database/prepare-database.ts'
import { UnsuitableDatabaseError } from './platform/database/unsuitable-database-error.ts'
import { createLog } from './platform/log.ts'
import { runCommand, UsageError } from './platform/run-command.ts'

runCommand(async () => {
  const { 'accept-limits': acceptsLimits } = parseArgs({ options: { 'accept-limits': { type: 'boolean' } } }).values
  if (!acceptsLimits)
    throw new UsageError(
      'On Citus the draw, regrades, push messages, merging accounts and the nightly check do not work yet. Read ' +
        'docs/decisions/0036-several-nodes.md, and add --accept-limits.',
    )
  const { databaseUrl, databaseSessionUrl, databaseMigrationUrl } = readConfig(process.env)
  if (databaseUrl === undefined)
    throw new UnsuitableDatabaseError(
      'Set DATABASE_URL to the coordinator of a Citus cluster: the embedded database is a single PostgreSQL.',
    )
  await withClient(databaseMigrationUrl ?? databaseSessionUrl ?? databaseUrl, async (client) => {
    await lockSchema(client, createLog({ level: 'warn' }))
    const { pending, isNewer, refusal } = await readSchemaState(client)
    if (refusal !== undefined) throw new UnsuitableDatabaseError(refusal)
    if (isNewer)
      throw new UnsuitableDatabaseError(
        'The database has the tables of a newer release. Use the command of that release.',
      )
    if (pending > 0 || (await listFills(client)).length > 0)
      throw new UnsuitableDatabaseError('Start a server of this release first, and wait until it is ready.')
    const plan = listDistribution([platformDistribution, ...features.map(({ distribution }) => distribution ?? {})])
    const isNew = await distributeTables(client, plan)
    process.stdout.write(
      isNew ? 'The tables are distributed. Start the servers.\n' : 'The tables are already distributed.\n',
    )
  })
  return 0
})
