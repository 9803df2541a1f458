// Notices as the contract shows them.
import type { NoticeState, Notification, SentNotification } from '@baobab/contract/notifications.ts'
import type { notices } from './tables.ts'

export type NoticeRow = typeof notices.$inferSelect

/** Where a notice stands between its writing and its reading. */
export function stateOf(notice: Pick<NoticeRow, 'publishedAt' | 'canceledAt'>): NoticeState {
  if (notice.publishedAt) return 'published'
  return notice.canceledAt ? 'canceled' : 'scheduled'
}

function contentOf(notice: NoticeRow, username: string | null) {
  return {
    _id: notice.id,
    notificationId: `N-${notice.number}`,
    username,
    title: notice.title,
    date: (notice.publishedAt ?? notice.publishAt).toISOString(),
    description: notice.description,
    update: notice.type,
    method: notice.method,
  }
}

/** As a student reads it. */
export function noticeOf(row: { notice: NoticeRow; username: string; readAt: Date | null }): Notification {
  const isOwn = row.notice.audience === 'student'
  return { ...contentOf(row.notice, isOwn ? row.username : null), isRead: row.readAt !== null }
}

/** As the console sees it. */
export function sentNoticeOf(row: { notice: NoticeRow; username: string | null; mailed: number }): SentNotification {
  const { notice, username, mailed } = row
  return { ...contentOf(notice, username), ageCategory: notice.ageCategory, state: stateOf(notice), mailed }
}
