// Tests that what students do would stay on one node of Citus: that every statement on a table distributed by student says which
// student it is about.
import { loadModule } from 'libpg-query'
import { beforeAll, describe, expect, it } from 'vitest'
import { features } from '../../src/features.ts'
import { getDistributionColumn, listDistribution } from '../../src/platform/database/distribution.ts'
import { collectStatements, type Statement } from '../collect-statements.ts'
import { openTestApp } from '../harness.ts'
import { makeSamples } from '../samples.ts'
import { makeRequest, walkEndpoints } from '../walk-endpoints.ts'
import { judgeRouting, type DistributedTables, type Routing } from './judge-routing.ts'
import { mayCross } from './may-cross.ts'
import { nameSenders, shorten } from './name-senders.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const { byStudent } = listDistribution(features.map(({ distribution }) => distribution ?? {}))
let distributed: DistributedTables
beforeAll(async () => {
  await loadModule()
  const { rows } = await t.owner.query<{ table: string; columns: string[] }>(
    `select attrelid::regclass::text as table, array_agg(attname::text order by attnum) as columns from pg_attribute
     where attrelid = any($1::regclass[]) and attnum > 0 and not attisdropped group by 1`,
    [byStudent],
  )
  distributed = new Map(rows.map(({ table, columns }) => [table, { columns, by: getDistributionColumn(table) }]))
})

/** Returns how each different statement is routed; the worst, if one text was sent for several kinds of lists. */
function judgeAll(statements: readonly Statement[]): Map<string, Routing> {
  const judged = new Map<string, Routing>()
  for (const { text, values } of statements) {
    const key = shorten(text)
    const routing = judgeRouting(text, values, distributed)
    if (routing.tables.length > 0 && (judged.get(key)?.isOfOne ?? true)) judged.set(key, routing)
  }
  return judged
}

const isRouted = ({ unlimited, isOfOne }: Routing) => unlimited.length === 0 && isOfOne

it('each statement of students and visitors is about one student, or is listed with the reason', async () => {
  nameSenders(t)
  const statements = await collectStatements(async () => {
    const samples = await makeSamples(t)
    for (const call of walkEndpoints()) await t.http.inject(makeRequest(samples, call))
  })
  const judged = judgeAll(statements.filter(({ sender }) => sender !== undefined && sender !== 'others'))
  const crossing = [...judged].filter(([, routing]) => !isRouted(routing)).map(([text]) => text)
  expect(crossing.filter((text) => !mayCross.some((one) => text.includes(one.text)))).toEqual([])
  expect(mayCross.filter((one) => crossing.filter((text) => text.includes(one.text)).length !== 1)).toEqual([])
  expect(judged.size).toBeGreaterThan(80)
})

describe('a statement', () => {
  const judge = (text: string, ...values: unknown[]) => isRouted(judgeRouting(text, values, distributed))

  it.each([
    ['with the student', 'select from attempts where student_id = $1'],
    ['with an alias', 'select from attempts as a where a.student_id = $1::uuid and a.reset_at is null'],
    ['of the student', 'update students set locale = $2 where id = $1'],
    [
      'with a joined table',
      'select from attempts join watches using (student_id, video_id) where watches.student_id = $1',
    ],
    ['with a left join', 'select from students s left join attempts a on a.student_id = s.id where s.id = $1'],
    [
      'with a subquery',
      'select (select count(*) from attempts where student_id = students.id) from students where id = $1',
    ],
    ['with a subquery’s column', 'select from (select student_id as who from plays) p where p.who = $1'],
    ['that inserts', 'insert into bookmarks (video_id, student_id, created_at) values ($2, $1, now())'],
    ['that copies', 'insert into bookmarks (student_id, video_id, created_at) select $1::uuid, id, now() from videos'],
    [
      'with two CTEs',
      'with a as (select id from attempts where student_id = $1) select from a, watches where student_id = $1',
    ],
    ['without such a table', 'select from videos'],
  ])('%s is routed', (_what, text) => {
    expect(judge(text, 'one', 'two')).toBe(true)
  })

  it.each([
    ['without the student', 'select from attempts where id = $1'],
    ['with either student', 'select from attempts where student_id = $1 or student_id = $2'],
    ['of every other student', 'select from attempts where not (student_id = $1)'],
    ['of two students', 'select from attempts a, watches w where a.student_id = $1 and w.student_id = $2'],
    ['of a list', 'select from attempts where student_id = any($1::uuid[])'],
    ['that inserts for two', 'insert into bookmarks (student_id, video_id) values ($1, $1), ($2, $1)'],
    [
      'that inserts what it reads',
      'insert into bookmarks (student_id) select student_id from watches where video_id = $1',
    ],
    ['with an unlimited subquery', 'select (select count(*) from attempts) from students where id = $1'],
    ['with an unlimited arm', 'select id from attempts where student_id = $1 union select id from attempts'],
    [
      'that deletes by a CTE',
      'with a as (select $1::uuid as id) delete from watches using a where watches.student_id = a.id',
    ],
  ])('%s is not', (_what, text) => {
    expect(judge(text, 'one', 'two')).toBe(false)
  })
})
