// Loads the rows of the list for the students on a page: only what the columns show.
import { sql } from 'drizzle-orm'
import { ageCategoryAt } from '@baobab/contract/accounts/rules.ts'
import type { ListedStudent } from '@baobab/contract/students/endpoints.ts'
import { hasAccessSql } from '../payments/queries.ts'
import type { Tx } from '../platform/database/database.ts'
import { categorySql, type ResolvedSelection } from './conditions.ts'

type Row = {
  id: string
  username: string
  email: string | null
  gender: 'male' | 'female'
  school: string | null
  birth: string
  score: number
  is_paid: boolean
  joined: Date
  is_disqualified: boolean
  email_bounced: boolean
  extra_time_factor: number
}

/** A row of the list, with the additional columns of its export. */
export type LoadedStudent = ListedStudent & { extraTimeFactor: number }

/** Loads the rows of these students, in the order of `ids`. */
export async function loadRows(
  tx: Tx,
  resolved: ResolvedSelection,
  ids: string[],
  now: Date,
): Promise<LoadedStudent[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<Row>(sql`
    select s.id, s.username, s.email, s.gender, s.school, s.birth::text, coalesce(st.score, 0) as score,
      ${hasAccessSql(sql`s.id`)} as is_paid,
      s.created_at as joined, s.disqualified_at is not null as is_disqualified, s.email_bounced_at is not null as email_bounced,
      s.extra_time_factor::float8 as extra_time_factor
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as page (id, number)
    join students s on s.id = page.id
    left join standings st on st.student_id = s.id and st.age_category = ${categorySql(resolved)}
    order by page.number`)
  return rows.map((row) => ({
    _id: row.id,
    username: row.username,
    email: row.email,
    gender: row.gender,
    school: row.school,
    score: row.score,
    ageCategory: ageCategoryAt(row.birth, now),
    isPaid: row.is_paid,
    joined: new Date(row.joined).toISOString(),
    isDisqualified: row.is_disqualified,
    emailBounced: row.email_bounced,
    extraTimeFactor: row.extra_time_factor,
  }))
}
