// What notices are called on screens.
import type { NoticeMethod, NoticeState, NoticeType } from '@baobab/contract/notifications.ts'
import type { IconName } from '../ui/icon.tsx'

export const typeWords: Record<NoticeType, { label: string; icon: IconName }> = {
  announcement: { label: 'Announcement', icon: 'bell' },
  quiz: { label: 'Quiz', icon: 'question' },
  scholarship: { label: 'Scholarship', icon: 'graduation-cap' },
  payment: { label: 'Payment', icon: 'credit-card' },
  account: { label: 'Account', icon: 'gear-six' },
}

export const methodWords: Record<NoticeMethod, string> = {
  'in-app': 'In the app',
  'in-app+email': 'In the app and by email',
}

export const stateWords: Record<NoticeState, string> = {
  published: 'Sent',
  scheduled: 'Scheduled',
  canceled: 'Canceled',
}

/** Whom a message is for: 'ada01', 'Ages 5-10', 'All students'. */
export function recipientWords({ username, ageCategory }: { username: string | null; ageCategory: string | null }) {
  if (username !== null) return username
  return ageCategory === null ? 'All students' : `Ages ${ageCategory}`
}
