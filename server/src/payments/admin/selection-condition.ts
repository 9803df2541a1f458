// Translates the payment list's filters into SQL on `payments`.
import { addDays, startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import { toSearchWords } from '@baobab/contract/kernel/comparison.ts'
import { normalizeText } from '@baobab/contract/kernel/text.ts'
import type { PaymentSelection } from '@baobab/contract/payments/admin.ts'
import { and, eq, gte, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { Tx } from '../../platform/database/database.ts'
import { payments } from '../tables.ts'

/**
 * If at most this many students match a search, their payments are looked up by student. Otherwise the list is scanned and each
 * row is tested.
 */
const MAX_LOOKED_UP = 2_000

type SelectionCondition = {
  where: SQL | undefined
  /** Whether so many students match that summing their payments would take too long. */
  isWide: boolean
}

/** Matches a prefix byte by byte, whatever the database's collation, because the index is sorted by bytes. */
function startsWith(column: SQL, prefix: string): SQL {
  const nextChar = String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
  const end = prefix.slice(0, -1) + nextChar
  return sql`(${column} collate "C" >= ${prefix} and ${column} collate "C" < ${end})`
}

/** Returns the condition for payments by a student or parent with an email address. */
function hasEmail(key: string): SQL {
  return sql`${payments.id} in (
    select p.id from payments as p join sign_in_names as s using (student_id) where s.kind = 'email' and s.value_key = ${key}
    union all select p.id from payments as p where lower(p.payer_email) = ${key})`
}

/**
 * Returns the condition for payments whose reference or username starts with the search, or whose payer has this email.
 */
async function searchCondition(tx: Tx, search: string): Promise<SelectionCondition> {
  const typed = normalizeText(search)
  const key = toSearchWords(search).join(' ')
  if (key === '') return { where: undefined, isWide: false }
  if (key.includes('@')) return { where: hasEmail(key), isWide: false }
  if (!/^[a-z0-9_.-]+$/.test(key)) return { where: sql`false`, isWide: false }
  const name = (column: SQL) => startsWith(column, key)
  // Our references are lower-case; imported ones may not be.
  const reference = (column: SQL) =>
    sql.join(
      [...new Set([typed, key])].map((text) => startsWith(column, text)),
      sql` or `,
    )
  const found = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(sql`${students.erasedAt} is null`, name(sql`${students.usernameKey}`)))
    .limit(MAX_LOOKED_UP + 1)
  if (found.length > MAX_LOOKED_UP) {
    const isOfMatch = sql`exists (select from students as s where s.id = ${payments.studentId}
      and s.erased_at is null and ${name(sql`s.username_key`)})`
    return { where: sql`(${isOfMatch} or ${reference(sql`${payments.reference}`)})`, isWide: true }
  }
  const ids = sql.param(found.map(({ id }) => id))
  const where = sql`${payments.id} in (
    select p.id from payments as p where p.student_id = any(${ids}::uuid[])
    union all select p.id from payments as p where ${reference(sql`p.reference`)})`
  return { where, isWide: false }
}

/** Builds the condition for a selection. Looks up the students who match its search. */
export async function resolveSelection(
  tx: Tx,
  { state, attention, from, to, search }: PaymentSelection,
): Promise<SelectionCondition> {
  const { where, isWide } = await searchCondition(tx, search)
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

/** Selects the ids of all payments in a selection, in no particular order. */
export async function selectPaymentIds(tx: Tx, selection: PaymentSelection): Promise<SQL> {
  const { where } = await resolveSelection(tx, selection)
  return sql`select ${payments.id} as id from ${payments} where ${where ?? sql`true`}`
}
