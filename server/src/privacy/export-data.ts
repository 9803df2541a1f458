// Exports everything stored about one student, by table, as each feature describes its tables.
import { eq, getTableColumns, or } from 'drizzle-orm'
import { loadAddressHash } from '../accounts/address-hash.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Person, PersonalData } from '../platform/feature-data.ts'

type Row = Record<string, unknown>

function toJsonValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return Buffer.isBuffer(value) ? value.toString('hex') : value
}

/** Reads everything the database contains about a student, by table. */
export async function exportData(app: App, studentId: string) {
  const now = app.clock.now()
  const person = await loadPerson(app, studentId)
  const tables: Record<string, Row[]> = {}
  for (const { table, personalData } of app.features.flatMap((feature) => feature.tables ?? [])) {
    if (personalData === 'of no student' || 'without' in personalData.copy) continue
    const { copy, of } = personalData
    const rows: Row[] = copy.read
      ? await copy.read(app, person)
      : await app.db.select(getTableColumns(table)).from(table).where(of(person))
    tables[copy.as] = toJson(rows, copy, now)
  }
  return { exportedAt: now.toISOString(), tables }
}

/** Converts rows to JSON, without withheld columns. */
function toJson(rows: Row[], copy: Extract<PersonalData['copy'], { as: string }>, now: Date): Row[] {
  const copied = rows.filter((row) => copy.isCopied?.(row) ?? true)
  return copied.map((row) => {
    const hidden = new Set([...(copy.withheld ?? []), ...(copy.withheldNow?.(row, now) ?? [])])
    const entries = Object.entries(row).filter(([name]) => !hidden.has(name))
    return Object.fromEntries(entries.map(([name, value]) => [name, toJsonValue(value)]))
  })
}

/** Loads the keys that identify a student's rows, including those of accounts merged into the student's. */
async function loadPerson(app: App, id: string): Promise<Person> {
  const addressHash = await loadAddressHash(app, id)
  const accounts = await app.db
    .select({ id: students.id, emailKey: students.emailKey, provedNumber: students.provedNumber })
    .from(students)
    .where(or(eq(students.id, id), eq(students.mergedIntoId, id)))
  return {
    id,
    ids: accounts.map((account) => account.id),
    emailKeys: accounts.flatMap(({ emailKey, provedNumber }) => [emailKey, provedNumber].filter((key) => key !== null)),
    addressHash,
  }
}
