import { and, asc, gt, isNull, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { toInternationalNumber } from '../platform/phone-numbers.ts'
import { hashAddress } from './address-hash.ts'
import { students } from './tables.ts'

const BATCH_SIZE = 1_000

/** Columns derived from another one with something SQL does not have: a server key or a library. */
const derivations = [
  {
    column: students.addressHash,
    name: sql`address_hash`,
    // As `toOwnAddress`.
    from: sql<string>`coalesce(${students.email}, ${students.provedNumber}, ${students.id}::text)`,
    derive: hashAddress,
  },
  {
    column: students.internationalNumber,
    name: sql`international_number`,
    from: students.number,
    derive: (_app: App, number: string) => toInternationalNumber(number) ?? '',
  },
] as const

/**
 * Fills the derived columns of accounts older than the columns, or whose number was changed by an earlier release. Several
 * servers may do this at once, since all write the same values.
 */
export async function fillDerivedColumns(app: App): Promise<void> {
  for (const derivation of derivations) {
    let after: string | undefined = '00000000-0000-0000-0000-000000000000'
    while (after !== undefined) after = await fillBatch(app, derivation, after)
  }
}

/** Fills one batch. Returns its last id, or undefined if it was the last batch. */
async function fillBatch(
  app: App,
  { column, name, from, derive }: (typeof derivations)[number],
  after: string,
): Promise<string | undefined> {
  const batch = await app.db
    .select({ id: students.id, value: from })
    .from(students)
    .where(and(isNull(column), isNull(students.erasedAt), gt(students.id, after)))
    .orderBy(asc(students.id))
    .limit(BATCH_SIZE)
  const filled = batch.map(({ id, value }) => ({ id, value, derived: derive(app, value) }))
  // The conditions skip accounts changed or erased in the meantime.
  await app.db.execute(sql`
    update ${students} set ${name} = filled.derived
    from jsonb_to_recordset(${JSON.stringify(filled)}::jsonb) as filled (id uuid, value text, derived text)
    where ${students.id} = filled.id and ${from} = filled.value and ${students.erasedAt} is null`)
  return batch.length === BATCH_SIZE ? batch.at(-1)?.id : undefined
}
