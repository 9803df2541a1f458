import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { readLastBackup as endpoint } from '@baobab/contract/backup/endpoints.ts'
import { desc } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { isLate } from './rules.ts'
import { backups } from './tables.ts'

/** Reads what admins see about the backups. */
export async function readLastBackup(app: App): Promise<ReplyOf<typeof endpoint>> {
  const [last] = await app.db.select().from(backups).orderBy(desc(backups.snapshotAt)).limit(1)
  return {
    isOn: app.config.backupDir !== undefined,
    last: last
      ? {
          snapshotAt: last.snapshotAt.toISOString(),
          bytes: last.bytes,
          writtenBytes: last.writtenBytes,
          files: last.fileCount,
        }
      : null,
    isLate: isLate(last?.snapshotAt ?? null, app.clock.now()),
  }
}
