import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { randomUUID } from 'node:crypto'
import { max } from 'drizzle-orm'
import { type MoralValue } from '@baobab/contract/videos/endpoints.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Container } from '../inspection/container-layout.ts'
import type { UploadFacts } from '../inspection/inspect-upload.ts'
import type { ProcessingState } from '../rules.ts'
import type { PutFile } from '../stored-files.ts'
import type { Stream } from '../stream.ts'
import { videos, type VideoRow } from '../tables.ts'
import { lockVideoOrder } from './order-videos.ts'
import { placeInSeries } from './series/place-in-series.ts'
import { deleteFormerTitle, requireUnusedTitle } from './titles.ts'

export type NewVideo = {
  title: string
  description: string
  access: 'free' | 'premium'
  transcript?: string
  values?: MoralValue[] | undefined
  /** The video is added to the end of this series; '' and undefined for none. */
  seriesId?: string | undefined
  speech?: VideoRow['speech'] | undefined
  facts: UploadFacts
  processing: ProcessingState
  isDraft?: boolean
  publishAt?: Date | null
  poster?: string
  captions?: string
  stream?: Stream
}

/** Returns a new key for a video file. It contains no user input, so it cannot be a path that leads elsewhere. */
export function createVideoFileKey(container: Container): string {
  return `videos/${randomUUID()}.${container}`
}

/** Stores the file at `path` and adds the video to the end of the list. */
export async function addVideo(
  app: App,
  { tx, put, path }: { tx: Tx; put: PutFile; path: string },
  { title, values = [], seriesId = '', facts, processing, ...columns }: NewVideo,
): Promise<VideoRow> {
  const { container, ...measurements } = facts
  const file = createVideoFileKey(container)
  await put(file, path)
  // Locks the positions only after storing the file: an object store may take minutes, and other changes wait for the
  // lock.
  await lockVideoOrder(tx)
  await requireUnusedTitle(tx, title)
  const place = await placeInSeries(tx, { seriesId: null, seriesPosition: null }, seriesId)
  const [last] = await tx.select({ position: max(videos.position) }).from(videos)
  const [video] = await tx
    .insert(videos)
    .values({
      ...columns,
      ...measurements,
      ...processing,
      title,
      titleKey: toStoredKey(title),
      values,
      ...place,
      file,
      position: (last?.position ?? 0) + 1,
      createdAt: app.clock.now(),
    })
    .returning()
  if (!video) throw new Error('The video was not stored.')
  await deleteFormerTitle(tx, title)
  return video
}
