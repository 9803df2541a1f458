import { lt, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { smsMessages } from './tables.ts'

const KEPT_DAYS = 30
const BATCH_SIZE = 1_000

/** Deletes the records of text messages after 30 days. */
export async function deleteOldSms({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)
  let deleted: number | null
  do {
    const batch = db
      .select({ id: smsMessages.id })
      .from(smsMessages)
      .where(lt(smsMessages.at, oldest))
      .orderBy(smsMessages.at)
      .limit(BATCH_SIZE)
    ;({ rowCount: deleted } = await db.delete(smsMessages).where(sql`${smsMessages.id} in (${batch})`))
  } while (deleted === BATCH_SIZE)
}
