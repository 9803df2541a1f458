// A poster or captions in the place of those before, with the row that names them and a line in the audit log.
import { eq } from 'drizzle-orm'
import type { AdminVideo } from '@baobab/contract/videos.ts'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import { fail } from '../platform/errors.ts'
import { adminVideo, lockVideo } from './queries.ts'
import { removeFiles, withFiles } from './stored-files.ts'
import { videos } from './tables.ts'

type Change = {
  id: string
  what: 'poster' | 'captions'
  action: string
  /** Where it goes and where it is now; null takes it away. */
  file: { key: string; path: string } | null
}

/** Puts the file into the store and its key into the row; the file before it goes afterwards. */
export async function changeFile(app: App, admin: AdminPerson, change: Change): Promise<AdminVideo> {
  const { id, what, action, file } = change
  const { old, video } = await withFiles(app, async (tx, put) => {
    if (file) await put(file.key, file.path)
    const current = (await lockVideo(tx, id)) ?? fail('video_not_found')
    const [changed = current] = await tx
      .update(videos)
      .set({ [what]: file?.key ?? null })
      .where(eq(videos.id, current.id))
      .returning()
    const details = { removed: file === null }
    await writeLine(app, tx, { adminId: admin.id, action, subject: current.id, details })
    return { old: current, video: changed }
  })
  await removeFiles(app, [old[what]])
  return adminVideo(app, admin, video)
}
