// A poster or captions in the place of those before, with the row that names them and a line in the audit log.
import { eq } from 'drizzle-orm'
import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { adminVideo, lockVideo } from '../queries.ts'
import { removeFiles, withFileTransaction } from '../stored-files.ts'
import { videos } from '../tables.ts'

type Change = {
  id: string
  what: 'poster' | 'captions'
  action: string
  /** Where it goes and where it is now; null takes it away. */
  file: { key: string; path: string } | null
}

/** Puts the file into the store and its key into the row; the file before it goes afterwards. */
export async function changeFile(app: App, admin: AdminUser, change: Change): Promise<AdminVideo> {
  const { id, what, action, file } = change
  const { old, video } = await withFileTransaction(app, async (tx, put) => {
    if (file) await put(file.key, file.path)
    const current = (await lockVideo(tx, id)) ?? fail('video_not_found')
    const [changed = current] = await tx
      .update(videos)
      .set({ [what]: file?.key ?? null })
      .where(eq(videos.id, current.id))
      .returning()
    const details = { removed: file === null }
    await writeAuditLine(app, tx, { adminId: admin.id, action, subject: current.id, details })
    return { old: current, video: changed }
  })
  await removeFiles(app, [old[what]])
  return adminVideo(app, admin, video)
}
