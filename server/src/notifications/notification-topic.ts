// The message that servers exchange when a notification is published, which says whose unread count may have changed.
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import type { NotificationRow } from './tables.ts'

export const NOTIFICATIONS_TOPIC = 'notices'

/** The students whose unread count may have changed: all students, those in a category, or one. */
export type AffectedStudents =
  | { kind: 'all' }
  | { kind: 'category'; category: AgeCategory }
  | { kind: 'student'; id: string }

/** Announces a notification to all servers once its transaction commits. */
export function announceNotification(app: Pick<App, 'pubSub'>, tx: Tx, notification: NotificationRow): Promise<void> {
  return app.pubSub.publish(tx, NOTIFICATIONS_TOPIC, notification.studentId ?? notification.ageCategory ?? 'all')
}

/** Parses an announcement. `undefined` means that some may have been missed, so all students are affected. */
export function parseAffectedStudents(message: string | undefined): AffectedStudents {
  if (message === undefined || message === 'all') return { kind: 'all' }
  const category = ageCategories.find((one) => one === message)
  return category ? { kind: 'category', category } : { kind: 'student', id: message }
}
