// Which payments a selection means, as SQL on `payments`.
import { addDays, startOfLagosDay } from '@baobab/contract/lagos-days.ts'
import { normalizeText } from '@baobab/contract/fields.ts'
import type { PaymentSelection } from '@baobab/contract/payments-admin.ts'
import { and, eq, gte, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { Tx } from '../../platform/database/database.ts'
import { payments } from '../tables.ts'

/** So many students are few: their payments are found by them. Where more fit, the list is walked and each is looked at. */
const FEW = 2_000

export type SelectionCondition = {
  where: SQL | undefined
  /** So many students fit that no sum is made. */
  isWide: boolean
}

const nobody = sql`false`

/** A column whose text begins so. By the bytes, as its index has it: the language of a database changes nothing. */
function begins(column: SQL, beginning: string): SQL {
  const last = String.fromCharCode(beginning.charCodeAt(beginning.length - 1) + 1)
  const to = beginning.slice(0, -1) + last
  return sql`(${column} collate "C" >= ${beginning} and ${column} collate "C" < ${to})`
}

function ofEmail(key: string): SQL {
  return sql`${payments.id} in (
    select p.id from payments as p join students as s on s.id = p.student_id where s.email_key = ${key}
    union all select p.id from payments as p where lower(p.payer_email) = ${key})`
}

/** Payments whose reference begins so, or that are of students whose names do. */
async function searched(tx: Tx, search: string): Promise<SelectionCondition> {
  const typed = normalizeText(search)
  const key = typed.toLowerCase()
  if (key === '') return { where: undefined, isWide: false }
  if (key.includes('@')) return { where: ofEmail(key), isWide: false }
  if (!/^[a-z0-9_.-]+$/.test(key)) return { where: nobody, isWide: false }
  const name = (column: SQL) => begins(column, key)
  // Ours are in small letters; what another program wrote before may be in others.
  const reference = (column: SQL) =>
    sql.join(
      [...new Set([typed, key])].map((text) => begins(column, text)),
      sql` or `,
    )
  const found = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(sql`${students.erasedAt} is null`, name(sql`${students.usernameKey}`)))
    .limit(FEW + 1)
  if (found.length > FEW) {
    const isTheirs = sql`exists (select from students as s where s.id = ${payments.studentId}
      and s.erased_at is null and ${name(sql`s.username_key`)})`
    return { where: sql`(${isTheirs} or ${reference(sql`${payments.reference}`)})`, isWide: true }
  }
  const ids = sql.param(found.map(({ id }) => id))
  const where = sql`${payments.id} in (
    select p.id from payments as p where p.student_id = any(${ids}::uuid[])
    union all select p.id from payments as p where ${reference(sql`p.reference`)})`
  return { where, isWide: false }
}

/** Understands a selection. */
export async function resolveSelection(
  tx: Tx,
  { state, attention, from, to, search }: PaymentSelection,
): Promise<SelectionCondition> {
  const { where, isWide } = await searched(tx, search)
  return {
    where: and(
      state && eq(payments.state, state),
      attention && isNotNull(payments.attention),
      from === undefined ? undefined : gte(payments.openedAt, startOfLagosDay(from)),
      to === undefined ? undefined : lt(payments.openedAt, startOfLagosDay(addDays(to, 1))),
      where,
    ),
    isWide,
  }
}
