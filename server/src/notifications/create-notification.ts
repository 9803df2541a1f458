// The one way in which a notice comes to be; other features call it in the transaction that has something to say.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { NotificationMethod, NotificationType } from '@baobab/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { publish } from './publish-notifications.ts'
import type { NotificationRow } from './shapes.ts'
import { notifications } from './tables.ts'

export type NewNotification = {
  to: 'all' | { studentId: string } | { ageCategory: AgeCategory }
  title: string
  description: string
  /** The spec's `update`. */
  type: NotificationType
  method: NotificationMethod
  /** Nobody where the product itself speaks. */
  adminId?: string
  /** At once where it is left out or over. */
  publishAt?: Date
}

/** To whom, as the row has it. */
export function audienceOf(to: NewNotification['to']): Pick<NotificationRow, 'audience' | 'studentId' | 'ageCategory'> {
  if (to === 'all') return { audience: 'all', studentId: null, ageCategory: null }
  if ('studentId' in to) return { audience: 'student', studentId: to.studentId, ageCategory: null }
  return { audience: 'category', studentId: null, ageCategory: to.ageCategory }
}

/** Writes a notice and publishes it where its time has come; it exists exactly if the transaction commits. */
export async function createNotification(app: App, tx: Tx, notification: NewNotification): Promise<NotificationRow> {
  const { to, adminId, publishAt, ...content } = notification
  const now = app.clock.now()
  const [row] = await tx
    .insert(notifications)
    .values({
      ...audienceOf(to),
      ...content,
      adminId: adminId ?? null,
      createdAt: now,
      publishAt: publishAt && publishAt > now ? publishAt : now,
    })
    .returning()
  if (!row) throw new Error('the notice was not written')
  const [published] = await publish(app, tx, sql`id = ${row.id}::uuid`)
  return published ?? row
}
