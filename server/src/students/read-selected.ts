import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { StudentSelection } from '@baobab/contract/students/endpoints.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { resolveSelection, usernameKey } from './conditions.ts'
import { loadRows, type LoadedStudent } from './load-rows.ts'

const BATCH_ROWS = 250

/** Reads students by their ids in batches, sorted by username. Erased accounts are left out. */
export async function* readSelected(
  app: Pick<App, 'clock'>,
  tx: Tx,
  { selection, ids }: { selection: StudentSelection; ids: readonly string[] },
): AsyncGenerator<LoadedStudent[]> {
  const now = app.clock.now()
  const resolved = resolveSelection(selection, lagosDate(now))
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from students s where s.erased_at is null and s.id = any(${sql.param([...ids])}::uuid[])
    order by ${usernameKey}`)
  const found = rows.map(({ id }) => id)
  for (let at = 0; at < found.length; at += BATCH_ROWS)
    yield await loadRows(tx, resolved, found.slice(at, at + BATCH_ROWS), now)
}
