import type { NotificationMethod } from '@baobab/contract/notifications.ts'
import type { NotificationState } from '@baobab/contract/notifications-admin.ts'

export const methodLabels: Record<NotificationMethod, string> = {
  'in-app': 'In the app',
  'in-app+email': 'In the app and by email',
}

export const stateLabels: Record<NotificationState, string> = {
  published: 'Sent',
  scheduled: 'Scheduled',
  canceled: 'Canceled',
}

/** Returns the recipients of a notification: 'ada01', 'Ages 5-10' or 'All students'. */
export function recipientLabel({ username, ageCategory }: { username: string | null; ageCategory: string | null }) {
  if (username !== null) return username
  return ageCategory === null ? 'All students' : `Ages ${ageCategory}`
}
