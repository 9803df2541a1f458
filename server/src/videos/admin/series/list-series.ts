import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Series } from '@baobab/contract/videos/endpoints.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { series, videos } from '../../tables.ts'

/** Returns all series in their order, each with its videos; with `id` only that one. */
export async function listSeries(db: Db | Tx, id?: string): Promise<Series[]> {
  const rows = await db
    .select()
    .from(series)
    .where(id === undefined ? undefined : eq(series.id, id))
    .orderBy(asc(series.position), asc(series.id))
  const members = await db
    .select({ _id: videos.id, title: videos.title, seriesId: videos.seriesId })
    .from(videos)
    .where(and(id === undefined ? isNotNull(videos.seriesId) : eq(videos.seriesId, id), isNull(videos.deletedAt)))
    .orderBy(asc(videos.seriesPosition), asc(videos.id))
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    description: row.description,
    videos: members.filter(({ seriesId }) => seriesId === row.id).map(({ _id, title }) => ({ _id, title })),
  }))
}
