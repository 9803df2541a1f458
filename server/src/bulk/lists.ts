// Finds the rows of each list: by the page's filters, and by ids.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { BulkOrder } from '@baobab/contract/bulk/endpoints.ts'
import { sql, type SQL } from 'drizzle-orm'
import { selectMessageIds } from '../contact/admin/queries.ts'
import { selectNotificationIds } from '../notifications/admin/queries.ts'
import { selectPaymentIds } from '../payments/admin/selection-condition.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { selectStudentIds } from '../students/select-ids.ts'

type Targets = BulkOrder['targets']
type List = {
  /** Selects the ids (column `id`) of all rows that match the filters. */
  selectIds: (input: { app: Pick<App, 'clock'>; tx: Tx; who: AdminUser }, filters: never) => SQL | Promise<SQL>
  /** Selects `id` and `name` of rows that still exist; `name` is what the feature's actions take. */
  selectNames: (ids: SQL) => SQL
}

const lists: Partial<Record<string, List>> = {
  students: {
    selectIds: ({ app }, filters) => selectStudentIds(filters, lagosDate(app.clock.now())),
    selectNames: (ids) => sql`select id, username as name from students where erased_at is null and id = any(${ids})`,
  },
  payments: {
    selectIds: ({ tx }, filters) => selectPaymentIds(tx, filters),
    selectNames: (ids) => sql`select id, reference as name from payments where id = any(${ids})`,
  },
  questions: {
    selectIds: (_input, { videoId, ageCategory }) =>
      sql`select id from questions where video_id::text = ${videoId} and age_category = ${ageCategory}`,
    // Includes deleted ones, so that a deletion can be undone.
    selectNames: (ids) =>
      sql`select id, coalesce(left(question, 80), '') as name from unnest(${ids}) as chosen (id) left join questions using (id)`,
  },
  videos: {
    selectIds: () => {
      throw new Error('Videos are selected by their ids.')
    },
    // Includes deleted ones, so that a deletion can be undone. Their titles are removed.
    selectNames: (ids) => sql`select id, title as name from videos where id = any(${ids})`,
  },
  messages: {
    selectIds: ({ app, who }, filters) => selectMessageIds(app, who, filters),
    selectNames: (ids) =>
      sql`select id, first_name || ' ' || last_name as name from contact_messages where id = any(${ids})`,
  },
  notifications: {
    selectIds: (_input, filters) => selectNotificationIds(filters),
    selectNames: (ids) => sql`select id, title as name from notices where id = any(${ids})`,
  },
}

/** Returns an action's list: `students` for 'students.hold'. */
function findList(action: string): List {
  return lists[action.split('.')[0] ?? ''] ?? failNoList(action)
}

function failNoList(action: string): never {
  throw new Error(`lists.ts does not name the list of ${action}.`)
}

/** Selects the ids of an order's rows as column `id`; rows named individually also have an `ordinal`, from 1. */
export async function selectTargets(
  input: { app: Pick<App, 'clock'>; tx: Tx; who: AdminUser },
  { action, targets }: { action: string; targets: Targets },
): Promise<SQL> {
  if (targets.ids)
    return sql`select id, min(ordinal) as ordinal
      from unnest(${sql.param(targets.ids)}::uuid[]) with ordinality as chosen (id, ordinal) group by id`
  return findList(action).selectIds(input, targets.filters as never)
}

/** Loads the names of rows by their ids. Rows that no longer exist are left out. */
export async function loadNames(db: Db | Tx, action: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; name: string }>(
    findList(action).selectNames(sql`${sql.param([...ids])}::uuid[]`),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
