// What servers tell each other when a notice has appeared: whose bell may have changed.
import { ageCategories, type AgeCategory } from '@baobab/contract/age.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import type { NotificationRow } from './shapes.ts'

export const NOTIFICATIONS_TOPIC = 'notices'

/** Whose count may have changed: everybody's, a category's or one student's. */
export type AffectedStudents =
  { kind: 'all' } | { kind: 'category'; category: AgeCategory } | { kind: 'student'; id: string }

/** Tells all servers of a notice, once its transaction commits. */
export function announceNotification(app: Pick<App, 'pubSub'>, tx: Tx, notification: NotificationRow): Promise<void> {
  return app.pubSub.publish(tx, NOTIFICATIONS_TOPIC, notification.studentId ?? notification.ageCategory ?? 'all')
}

/** Reads what was told; where news were missed, everybody is concerned. */
export function parseAffectedStudents(word: string | undefined): AffectedStudents {
  if (word === undefined || word === 'all') return { kind: 'all' }
  const category = ageCategories.find((one) => one === word)
  return category ? { kind: 'category', category } : { kind: 'student', id: word }
}
