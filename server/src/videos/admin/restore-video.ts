import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { restartProcessing } from '../processing/process-video-queue.ts'
import { series, videos } from '../tables.ts'
import { deleteFormerTitle, refuseTakenTitle, requireUnusedTitle } from './titles.ts'

/** What a deletion clears from a video's row, stored until the deletion can no longer be undone. */
export const DeletedVideo = z.object({
  title: z.string(),
  transcript: z.string(),
  seriesId: z.string().nullable(),
  seriesPosition: z.number().nullable(),
})

type Restored = { id: string; before: z.infer<typeof DeletedVideo> }

/** Puts a deleted video back, in its series if that still exists. Refused if its files are gone or its title is taken. */
export async function restoreVideo(app: App, admin: AdminUser, { id, before }: Restored): Promise<void> {
  const { title, transcript, seriesId, seriesPosition } = before
  await app.db.transaction(async (tx) => {
    const [found] = seriesId === null ? [] : await tx.select().from(series).where(eq(series.id, seriesId)).for('share')
    const place = found ? { seriesId, seriesPosition } : {}
    await requireUnusedTitle(tx, title, id)
    const [video] = await refuseTakenTitle(() =>
      tx
        .update(videos)
        .set({ title, titleKey: toStoredKey(title), transcript, ...place, deletedAt: null })
        .where(and(eq(videos.id, id), isNotNull(videos.deletedAt), isNotNull(videos.file)))
        .returning(),
    )
    if (!video) fail('video_not_found')
    await deleteFormerTitle(tx, title)
    // The earlier job has ended because the video was deleted, or will see that this one is newer.
    if (video.state === 'processing') await restartProcessing(app, tx, video)
    await writeAuditLine(app, tx, { adminId: admin.id, action: 'video.restored', subject: id })
  })
}
