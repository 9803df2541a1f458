// The only way to create notifications; other features call it in their own transaction.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { StoredSegment } from '@baobab/contract/notifications/admin.ts'
import type { NotificationMethod, NotificationType } from '@baobab/contract/notifications/endpoints.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { publishDue } from './publish-notifications.ts'
import { notifications, type NotificationRow } from './tables.ts'

export type NewNotification = {
  to: 'all' | { studentId: string } | { ageCategory: AgeCategory } | { segment: StoredSegment }
  title: string
  description: string
  /** The API's `update` field. */
  type: NotificationType
  method: NotificationMethod
  /** The video that it is about. */
  videoId?: string | null
  /** The admin who sends it; omitted for automatic notifications. */
  adminId?: string
  /** When to publish it; immediately if omitted or in the past. */
  publishAt?: Date
  /** It waits until `publishAt` only so that it can be taken back. */
  canTakeBack?: boolean
}

/** Returns the column values for the recipients. */
export function toAudienceColumns(
  to: NewNotification['to'],
): Pick<NotificationRow, 'audience' | 'studentId' | 'ageCategory' | 'segment'> {
  const nobody = { studentId: null, ageCategory: null, segment: null }
  if (to === 'all') return { ...nobody, audience: 'all' }
  if ('studentId' in to) return { ...nobody, audience: 'student', studentId: to.studentId }
  if ('segment' in to) return { ...nobody, audience: 'segment', segment: to.segment }
  return { ...nobody, audience: 'category', ageCategory: to.ageCategory }
}

/** Creates a notification, and publishes it unless it is scheduled for later. It exists only if the transaction commits. */
export async function createNotification(app: App, tx: Tx, notification: NewNotification): Promise<NotificationRow> {
  const [row] = await createNotifications(app, tx, [notification])
  if (!row) throw new Error('the notification was not written')
  return row
}

/** Creates up to a hundred notifications in a few statements, like `createNotification`. */
export async function createNotifications(
  app: App,
  tx: Tx,
  created: readonly NewNotification[],
): Promise<NotificationRow[]> {
  if (created.length === 0) return []
  const now = app.clock.now()
  const values = created.map(({ to, adminId, publishAt, ...content }) => ({
    ...toAudienceColumns(to),
    ...content,
    adminId: adminId ?? null,
    createdAt: now,
    publishAt: publishAt && publishAt > now ? publishAt : now,
  }))
  const rows = await tx.insert(notifications).values(values).returning()
  const ids = rows.map(({ id }) => id)
  const published = await publishDue(app, tx, sql`id = any(${sql.param(ids)}::uuid[])`)
  const byId = new Map(published.map((row) => [row.id, row]))
  return rows.map((row) => byId.get(row.id) ?? row)
}
