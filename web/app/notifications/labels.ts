// What notices are called on screens.
import type { NotificationMethod, NotificationType } from '@baobab/contract/notifications.ts'
import type { NotificationState } from '@baobab/contract/notifications-admin.ts'
import type { IconName } from '../ui/icon.tsx'

export const typeLabels: Record<NotificationType, { label: string; icon: IconName }> = {
  announcement: { label: 'Announcement', icon: 'bell' },
  quiz: { label: 'Quiz', icon: 'question' },
  scholarship: { label: 'Scholarship', icon: 'graduation-cap' },
  payment: { label: 'Payment', icon: 'credit-card' },
  account: { label: 'Account', icon: 'gear-six' },
}

export const methodLabels: Record<NotificationMethod, string> = {
  'in-app': 'In the app',
  'in-app+email': 'In the app and by email',
}

export const stateLabels: Record<NotificationState, string> = {
  published: 'Sent',
  scheduled: 'Scheduled',
  canceled: 'Canceled',
}

/** Whom a message is for: 'ada01', 'Ages 5-10', 'All students'. */
export function recipientLabel({ username, ageCategory }: { username: string | null; ageCategory: string | null }) {
  if (username !== null) return username
  return ageCategory === null ? 'All students' : `Ages ${ageCategory}`
}
