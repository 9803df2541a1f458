import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { sql } from 'drizzle-orm'
import { grantsAccessSql } from '../payments/queries.ts'
import type { Tx } from '../platform/database/database.ts'

/** What a file shows of a student besides the list. `paidOn` is the day of the payment that gives access, '' without one. */
export type StudentDetails = { phone: string; birth: string; paidOn: string }

type Row = { id: string; phone: string; birth: string; paid_at: string | null }

/** Loads the personal columns of some students by their ids. */
export async function loadStudentDetails(tx: Tx, ids: readonly string[]): Promise<Map<string, StudentDetails>> {
  const { rows } = await tx.execute<Row>(sql`
    select s.id, s.number as phone, s.birth::text, (
      select max(coalesce(paid.paid_at, paid.confirmed_at)) from payments as paid
      where paid.student_id = s.id and ${grantsAccessSql(sql`paid`)}
    ) as paid_at
    from students s where s.id = any(${sql.param([...ids])}::uuid[])`)
  return new Map(
    rows.map(({ id, phone, birth, paid_at }) => [
      id,
      { phone, birth, paidOn: paid_at === null ? '' : lagosDate(new Date(paid_at)) },
    ]),
  )
}
