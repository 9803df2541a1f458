// Tests that Citus accepts what the server sends: plans each statement on a real one, and does not run it.
import pg from 'pg'
import { beforeAll, afterAll, expect, it } from 'vitest'
import { features } from '../../src/features.ts'
import { distributeTables } from '../../src/platform/database/distribute.ts'
import { listDistribution, platformDistribution } from '../../src/platform/database/distribution.ts'
import { prepareDatabase } from '../../src/platform/database/prepare-database.ts'
import { createLog } from '../../src/platform/log.ts'
import { collectStatements, type Statement } from '../collect-statements.ts'
import { openTestApp } from '../harness.ts'
import { nameSenders, shorten } from '../routing/name-senders.ts'
import { makeSamples } from '../samples.ts'
import { makeRequest, walkEndpoints } from '../walk-endpoints.ts'
import { startCluster } from './cluster.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const names = listDistribution([platformDistribution, ...features.map(({ distribution }) => distribution ?? {})])
let cluster: Awaited<ReturnType<typeof startCluster>>
let client: pg.Client
beforeAll(async () => {
  cluster = await startCluster()
  const url = cluster.coordinatorUrl
  await prepareDatabase({ url, sessionUrl: url, migrationUrl: url }, createLog({ level: 'silent' }))
  client = new pg.Client({ connectionString: url })
  await client.connect()
  expect(await distributeTables(client, names)).toBe(true)
}, 120_000)
afterAll(async () => {
  await client?.end()
  await cluster?.stop()
})

/** Returns why Citus refuses each different statement that it does. */
async function listRefused(statements: readonly Statement[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>()
  const different = new Map(statements.map((one) => [shorten(one.text), one]))
  for (const [text, one] of different) {
    await client.query('begin')
    await client.query(`explain (costs off) ${one.text}`, one.values).catch((error: Error) => {
      refused.set(text, error.message)
    })
    await client.query('rollback')
  }
  return refused
}

it('each statement is planned, or is listed with the reason', { timeout: 300_000 }, async () => {
  nameSenders(t)
  const statements = await collectStatements(async () => {
    const samples = await makeSamples(t)
    for (const call of walkEndpoints()) await t.http.inject(makeRequest(samples, call))
  })
  const isOfStudents = ({ sender }: Statement) => sender !== undefined && sender !== 'others'
  const a = await listRefused(statements.filter(isOfStudents))
  console.log(
    'STUDENTS',
    statements.filter(isOfStudents).length,
    a.size,
    [...a].map(([k, v]) => `${v}\n   ${k.slice(0, 1200)}`).join('\n'),
  )
  const b = await listRefused(statements.filter((one) => !isOfStudents(one)))
  console.log('OTHERS', b.size, [...b].map(([k, v]) => `${v}\n   ${k.slice(0, 400)}`).join('\n'))
})
