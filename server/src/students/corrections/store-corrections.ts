import type { CorrectedField } from '@baobab/contract/students/corrections.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createNotification } from '../../notifications/create-notification.ts'
import { studentCorrections } from '../../accounts/correction-tables.ts'
import { describeCorrections } from './rules.ts'

export type Change = { field: CorrectedField; oldValue: string | null; newValue: string | null }

/**
 * Stores corrections that were made, and tells the student. Values and reason are not in the audit log, which outlives the account.
 * @returns the ids of the corrections
 */
export async function storeCorrections(
  app: App,
  tx: Tx,
  { studentId, adminId, reason, changes }: { studentId: string; adminId: string; reason: string; changes: Change[] },
): Promise<string[]> {
  const at = app.clock.now()
  const rows = await tx
    .insert(studentCorrections)
    .values(changes.map((change) => ({ ...change, studentId, adminId, reason, at })))
    .returning({ id: studentCorrections.id })
  await createNotification(app, tx, {
    to: { studentId },
    ...describeCorrections(changes),
    type: 'account',
    method: 'in-app',
  })
  return rows.map(({ id }) => id)
}
