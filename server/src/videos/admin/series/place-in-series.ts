import { eq, max } from 'drizzle-orm'
import { isId, type Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import { series, videos, type SeriesRow, type VideoRow } from '../../tables.ts'

type PlaceInSeries = Pick<VideoRow, 'seriesId' | 'seriesPosition'>

/** Returns a series, and locks it and its order until the transaction ends. */
export async function lockSeries(tx: Tx, id: string): Promise<SeriesRow> {
  if (!isId(id)) fail('series_not_found')
  const [row] = await tx.select().from(series).where(eq(series.id, id)).for('update')
  return row ?? fail('series_not_found')
}

/**
 * Returns the columns that put a video at the end of a series. A video that is in it already keeps its position.
 * @param seriesId '' for no series, undefined to change nothing
 */
export async function placeInSeries(
  tx: Tx,
  present: PlaceInSeries,
  seriesId: string | undefined,
): Promise<PlaceInSeries> {
  if (seriesId === '') return { seriesId: null, seriesPosition: null }
  if (seriesId === undefined || seriesId === present.seriesId)
    return { seriesId: present.seriesId, seriesPosition: present.seriesPosition }
  // No other transaction locks a series and then waits for this video, so two of them cannot wait for each other.
  const { id } = await lockSeries(tx, seriesId)
  const [row] = await tx
    .select({ last: max(videos.seriesPosition) })
    .from(videos)
    .where(eq(videos.seriesId, id))
  return { seriesId: id, seriesPosition: (row?.last ?? 0) + 1 }
}
