import type { NotificationMethod } from '@baobab/contract/notifications/endpoints.ts'
import type { NotificationSender, NotificationState, StoredSegment } from '@baobab/contract/notifications/admin.ts'

export const methodLabels: Record<NotificationMethod, string> = {
  'in-app': 'In the app',
  'in-app+email': 'In the app and by email',
}

export const stateLabels: Record<NotificationState, string> = {
  published: 'Sent',
  scheduled: 'Scheduled',
  canceled: 'Canceled',
}

export const senderLabels: Record<NotificationSender, string> = {
  admins: 'From admins',
  product: 'From Baobab itself',
}

type Recipients = { username: string | null; ageCategory: string | null; segment?: StoredSegment | null }

/** Returns the recipients of a notification: 'ada01', 'Ages 5-10', 'Not paid, Unity School' or 'All students'. */
export function recipientLabel({ username, ageCategory, segment = null }: Recipients) {
  if (username !== null) return username
  if (segment !== null) return segmentLabel(segment)
  return ageCategory === null ? 'All students' : `Ages ${ageCategory}`
}

function segmentLabel({ hasNotPaid, hasNoQuizThisMonth, school, ageCategory }: StoredSegment): string {
  const parts = [
    hasNotPaid && 'not paid',
    hasNoQuizThisMonth && 'no quiz this month',
    school,
    ageCategory && `ages ${ageCategory}`,
  ].filter((part) => typeof part === 'string')
  const label = parts.join(', ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
