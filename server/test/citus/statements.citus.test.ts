// Tests that Citus accepts what the server sends: plans each statement on a real one, without running it.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectStatements, type Statement } from '../collect-statements.ts'
import { openTestApp } from '../harness.ts'
import { nameSenders, shorten } from '../routing/name-senders.ts'
import { makeSamples } from '../samples.ts'
import { makeRequest, walkEndpoints } from '../walk-endpoints.ts'
import { startCitusDatabase } from './citus-database.ts'
import { refusedByCitus, refusedUnlessTogether } from './refused-by-citus.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
let citus: Awaited<ReturnType<typeof startCitusDatabase>>
let client: pg.Client
beforeAll(async () => {
  citus = await startCitusDatabase()
  await citus.shard()
  client = new pg.Client({ connectionString: citus.ownerUrl })
  await client.connect()
}, 120_000)
afterAll(async () => {
  await client?.end()
  await citus?.stop()
})

/** Returns the different statements that Citus refuses, each on one line. */
async function listRefused(statements: readonly Statement[]): Promise<string[]> {
  const refused: string[] = []
  for (const [line, { text, values }] of new Map(statements.map((one) => [shorten(one.text), one]))) {
    await client.query('begin')
    await client.query(`explain ${text}`, values).catch(() => refused.push(line))
    await client.query('rollback')
  }
  return refused
}

it('plans every statement of students and visitors, and those of admins and jobs that are not listed', async () => {
  nameSenders(t)
  const statements = await collectStatements(async () => {
    const samples = await makeSamples(t)
    for (const call of walkEndpoints()) await t.http.inject(makeRequest(samples, call))
  })
  const isOfStudents = ({ sender }: Statement) => sender !== undefined && sender !== 'others'
  const ofStudents = statements.filter(isOfStudents)
  expect(ofStudents.length).toBeGreaterThan(500)
  expect(await listRefused(ofStudents)).toEqual([])
  const others = await listRefused(statements.filter((one) => !isOfStudents(one)))
  const listed = Object.values(refusedByCitus).flat()
  const known = [...listed, ...refusedUnlessTogether]
  expect(others.filter((line) => !known.some((part) => line.includes(part)))).toEqual([])
  expect(listed.filter((part) => !others.some((line) => line.includes(part)))).toEqual([])
}, 300_000)
