// The videos that notifications open. Videos are above this feature, so `features.ts` passes the query that reads them.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { NotificationForm } from '@baobab/contract/notifications/admin.ts'
import type { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { notificationsAdminText } from '@baobab/contract/notifications/text.ts'
import type { z } from 'zod'
import type { App } from '../platform/app.ts'
import type { Db } from '../platform/database/database.ts'
import { isId } from '../platform/database/database.ts'
import { failField } from '../platform/http/errors.ts'

/** Reads which of these ids belong to videos, and whether students can open each of them at a time. */
export type ReadLinkedVideos = (db: Db, ids: readonly string[], at: Date) => Promise<Map<string, { isOpen: boolean }>>

type Form = Pick<z.infer<typeof NotificationForm>, 'videoId' | 'publishAt'>

/** Fails if a form names a video that students cannot open when the notification is published. */
export async function requireOpenVideo(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  readLinkedVideos: ReadLinkedVideos,
  { videoId, publishAt }: Form,
): Promise<void> {
  if (!videoId) return
  const at = new Date(Math.max(clock.now().getTime(), publishAt === undefined ? 0 : new Date(publishAt).getTime()))
  const video = isId(videoId) ? (await readLinkedVideos(db, [videoId], at)).get(videoId) : undefined
  if (!video) failField('videoId', notificationsAdminText.noSuchVideo)
  if (!video.isOpen) failField('videoId', notificationsAdminText.hiddenVideo)
}

type Page = ReplyOf<typeof studentNotifications>

/** Leaves out the links to videos that students cannot open now: they were deleted, or are no longer published. */
export async function hideClosedVideos(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  readLinkedVideos: ReadLinkedVideos,
  page: Page,
): Promise<Page> {
  const ids = [...new Set(page.notifications.flatMap(({ videoId }) => videoId ?? []))]
  if (ids.length === 0) return page
  const videos = await readLinkedVideos(db, ids, clock.now())
  const notifications = page.notifications.map((notification) => {
    const isOpen = notification.videoId !== null && videos.get(notification.videoId)?.isOpen === true
    return isOpen ? notification : { ...notification, videoId: null }
  })
  return { ...page, notifications }
}
