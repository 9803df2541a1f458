// Corrects a student's data. Students can change most of it themselves, but not the gender and the date of birth.
import { correctableFields, type Correction, type CorrectableField } from '@baobab/contract/students/corrections.ts'
import { eq } from 'drizzle-orm'
import { lockStudent } from '../../accounts/lock-student.ts'
import type { StudentRow } from '../../accounts/queries.ts'
import { students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { requirePhoneNumber } from '../../platform/phone-numbers.ts'
import { correctBirth } from './correct-birth.ts'
import { storeCorrections } from './store-corrections.ts'

type Outcome = 'corrected' | 'unchanged' | 'proposed'

/**
 * Corrects a student's data and tells the student. Fails with `changed_meanwhile` if a value is no longer what the admin saw.
 * @returns 'proposed' if the date of birth waits for a second admin; everything else has been corrected
 */
export async function correctStudent(
  app: App,
  who: AdminUser,
  { username, ...correction }: Correction & { username: string },
): Promise<Outcome> {
  return app.db.transaction(async (tx) => {
    const student = await lockStudent(tx, username)
    const fields = correctableFields.filter((field) => isChanged(student, correction, field))
    if (fields.length === 0) return 'unchanged'
    const details = fields.filter((field) => field !== 'birth')
    if (details.length > 0) await correctDetails(app, tx, who, { student, correction, fields: details })
    const { birth, reason } = correction
    const isDone =
      birth === undefined || !fields.includes('birth') || (await correctBirth(app, tx, who, { student, birth, reason }))
    const corrected = isDone ? fields : details
    // Without the values, because the audit log outlives the account.
    const line = { adminId: who.id, action: 'student.corrected', subject: student.id }
    if (corrected.length > 0) await writeAuditLine(app, tx, { ...line, details: { fields: corrected.join(', ') } })
    return isDone ? 'corrected' : 'proposed'
  })
}

/** A repeated request finds its own value, and changes nothing. */
function isChanged(student: StudentRow, { seen, ...values }: Correction, field: CorrectableField): boolean {
  const [value, present] = [values[field], student[field] ?? '']
  if (value === undefined || value === present) return false
  return seen[field] === present || fail('changed_meanwhile')
}

type Details = { student: StudentRow; correction: Correction; fields: Exclude<CorrectableField, 'birth'>[] }

async function correctDetails(
  app: App,
  tx: Tx,
  who: AdminUser,
  { student, correction, fields }: Details,
): Promise<void> {
  const { number, reason } = correction
  const changes = fields.map((field) => ({
    field,
    oldValue: student[field],
    newValue: correction[field] || null,
  }))
  const values = Object.fromEntries(changes.map(({ field, newValue }) => [field, newValue]))
  const international =
    fields.includes('number') && number !== undefined
      ? { internationalNumber: requirePhoneNumber('number', number) }
      : {}
  await tx
    .update(students)
    .set({ ...values, ...international })
    .where(eq(students.id, student.id))
  await storeCorrections(app, tx, { studentId: student.id, adminId: who.id, reason, changes })
}
