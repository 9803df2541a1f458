import { ATTEMPT_ORIGIN_DAYS } from '@baobab/contract/fair-play/text.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'

const BATCH_SIZE = 1_000

/** Deletes after 90 days which device and network attempts and erased accounts' browsers used. */
export async function deleteOldOrigins(app: App): Promise<void> {
  const oldest = sql`${app.clock.now().toISOString()}::timestamptz - make_interval(days => ${ATTEMPT_ORIGIN_DAYS})`
  // An attempt stored long before fair play existed and not examined yet still needs its row.
  await deleteOlder(app, sql`attempt_origins`, sql`started_at <= ${oldest} and examined_at is not null`)
  await deleteOlder(app, sql`attempt_reviews`, sql`at <= ${oldest}`)
  await deleteOlder(app, sql`former_browsers`, sql`erased_at <= ${oldest}`)
  // A session in use continues without another login, so what its browser has sent is kept with it.
  const isForgotten = sql`not exists (select from known_browsers where id = browser_id)`
  await deleteOlder(app, sql`presented_browsers`, sql`at <= ${oldest} and ${isForgotten}`)
}

async function deleteOlder(app: App, table: SQL, isOld: SQL): Promise<void> {
  let deleted: number | null
  do {
    ;({ rowCount: deleted } = await app.db.execute(
      sql`delete from ${table} where ctid = any (array(select ctid from ${table} where ${isOld} limit ${BATCH_SIZE}))`,
    ))
  } while (deleted === BATCH_SIZE)
}
