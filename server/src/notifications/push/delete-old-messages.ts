import { lt } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { pushMessages } from '../tables.ts'

/** Longer than any queueing job is retried, and as long as a device may keep failing. */
const KEPT_MS = 15 * 24 * 3_600_000

/** Deletes messages that were sent or waited too long. */
export async function deleteOldPushMessages(app: App): Promise<void> {
  await app.db.delete(pushMessages).where(lt(pushMessages.createdAt, new Date(app.clock.now().getTime() - KEPT_MS)))
}
