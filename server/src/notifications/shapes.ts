// Notices as the contract shows them.
import type { NotificationState, Notification, AdminNotification } from '@baobab/contract/notifications.ts'
import type { notifications } from './tables.ts'

export type NotificationRow = typeof notifications.$inferSelect

/** Where a notice stands between its writing and its reading. */
export function stateOf(notification: Pick<NotificationRow, 'publishedAt' | 'canceledAt'>): NotificationState {
  if (notification.publishedAt) return 'published'
  return notification.canceledAt ? 'canceled' : 'scheduled'
}

function contentOf(notification: NotificationRow, username: string | null) {
  return {
    _id: notification.id,
    notificationId: `N-${notification.number}`,
    username,
    title: notification.title,
    date: (notification.publishedAt ?? notification.publishAt).toISOString(),
    description: notification.description,
    update: notification.type,
    method: notification.method,
  }
}

/** As a student reads it. */
export function toNotification(row: {
  notification: NotificationRow
  username: string
  readAt: Date | null
}): Notification {
  const isOwn = row.notification.audience === 'student'
  return { ...contentOf(row.notification, isOwn ? row.username : null), isRead: row.readAt !== null }
}

/** As the console sees it. */
export function toAdminNotification(row: {
  notification: NotificationRow
  username: string | null
  mailed: number
}): AdminNotification {
  const { notification, username, mailed } = row
  return {
    ...contentOf(notification, username),
    ageCategory: notification.ageCategory,
    state: stateOf(notification),
    mailed,
  }
}
