// Suggests schools while an admin types a name.
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listSchools as endpoint } from '@baobab/contract/notifications/admin.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { hasSchool, isSchoolFound, schoolComparison } from './conditions.ts'

const MAX_SCHOOLS = 8
/** Up to this many students are read for a list. */
const MAX_READ = 10_000
/** If more are found, the largest schools are chosen from a sample of this many students, in the random order of their ids. */
const SAMPLE = 30_000

type Reply = ReplyOf<typeof endpoint>
type Limits = { read: number; sample: number }
type Found = { key: string; school: string; students: number; schools: number; read: number }

/**
 * Returns the schools whose names contain a search, largest first, with the exact number of their students. If more students are
 * found than are read, the schools are chosen from a sample, so that the time does not grow with the number of students.
 */
export async function listSchools(
  app: App,
  { search }: ParsedOf<typeof endpoint>['query'],
  limits: Limits = { read: MAX_READ, sample: SAMPLE },
): Promise<Reply> {
  const isFound = isSchoolFound(search)
  return app.db.transaction(async (tx) => {
    // The planner has no statistics about parts of names, and would read all students.
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`)
    const found = await groupBySchool(
      tx,
      sql`select s.school from students s where s.erased_at is null and ${isFound} limit ${limits.read}`,
    )
    const [first] = found
    if (!first || first.read < limits.read)
      return { schools: found.map(toSchool), hasMore: (first?.schools ?? 0) > MAX_SCHOOLS }
    // An index returns names in alphabetical order, so these students are not a random sample.
    const sampled = await groupBySchool(
      tx,
      sql`select s.school from (
        select s.school, s.username_key, s.email_key, s.number, s.international_number, s.proved_number from students s
        where s.erased_at is null and ${hasSchool} order by s.id limit ${limits.sample}
      ) as s where ${isFound}`,
    )
    const chosen = sampled.length > 0 ? sampled : found
    return { schools: await countStudents(tx, chosen), hasMore: true }
  })
}

const toSchool = ({ school, students }: Found) => ({ school, students })

/** Returns the schools with the most rows, and the total numbers of schools and rows. */
async function groupBySchool(tx: Tx, rows: SQL): Promise<Found[]> {
  const { rows: found } = await tx.execute<Found>(sql`
    select comparison_key(found.school) as key, min(found.school) as school, count(*)::integer as students,
      (count(*) over ())::integer as schools, (sum(count(*)) over ())::integer as read
    from (${rows}) as found
    group by 1 order by students desc, school limit ${MAX_SCHOOLS}`)
  return found
}

/** Counts all students of the chosen schools. */
async function countStudents(tx: Tx, chosen: readonly Found[]): Promise<Reply['schools']> {
  const keys = sql.param(chosen.map(({ key }) => key))
  const { rows } = await tx.execute<Reply['schools'][number]>(sql`
    select own.school, own.students from unnest(${keys}::text[]) as chosen (key)
    cross join lateral (
      select min(s.school) as school, count(*)::integer as students from students s
      where s.erased_at is null and ${hasSchool} and ${schoolComparison} = chosen.key
    ) as own
    order by own.students desc, own.school`)
  return rows
}
