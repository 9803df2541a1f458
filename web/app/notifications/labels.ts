import type { NotificationType } from '@baobab/contract/notifications/endpoints.ts'
import type { IconName } from '../ui/icon.tsx'

export const typeLabels: Record<NotificationType, { label: string; icon: IconName }> = {
  announcement: { label: 'Announcement', icon: 'bell' },
  quiz: { label: 'Quiz', icon: 'question' },
  scholarship: { label: 'Scholarship', icon: 'graduation-cap' },
  payment: { label: 'Payment', icon: 'credit-card' },
  account: { label: 'Account', icon: 'gear-six' },
}
