import { eq } from 'drizzle-orm'
import { writeAuditLine } from '../../../platform/audit/write-audit-line.ts'
import type { App } from '../../../platform/app.ts'
import type { AdminUser } from '../../../platform/http/auth.ts'
import { series, videos } from '../../tables.ts'
import { lockSeries } from './place-in-series.ts'

/** Deletes a series. Its videos stay, and so do the certificates that students have for it. */
export async function deleteSeries(app: App, admin: AdminUser, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id: seriesId, title } = await lockSeries(tx, id)
    await tx.update(videos).set({ seriesId: null, seriesPosition: null }).where(eq(videos.seriesId, seriesId))
    await tx.delete(series).where(eq(series.id, seriesId))
    // Also records the title, because the row that had it is gone.
    await writeAuditLine(app, tx, {
      adminId: admin.id,
      action: 'series.deleted',
      subject: seriesId,
      details: { title },
    })
  })
}
