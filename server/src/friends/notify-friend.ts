import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { friendNotifications as sentences } from '@baobab/contract/friends/text.ts'
import { sql } from 'drizzle-orm'
import { createNotification } from '../notifications/create-notification.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { friendNotifications } from './tables.ts'

/**
 * Tells a student what a friend did, at most once a day for each friend, so that nobody can make another phone ring by asking,
 * taking back and asking again.
 */
export async function notifyFriend(
  app: App,
  tx: Tx,
  { to, from, about }: { to: string; from: string; about: keyof typeof sentences },
): Promise<void> {
  const day = lagosDate(app.clock.now())
  const [isFirst] = await tx
    .insert(friendNotifications)
    .values({ studentId: to, otherId: from, day })
    .onConflictDoUpdate({
      target: [friendNotifications.studentId, friendNotifications.otherId],
      set: { day },
      setWhere: sql`${friendNotifications.day} < ${day}`,
    })
    .returning()
  if (!isFirst) return
  await createNotification(app, tx, {
    to: { studentId: to },
    ...sentences[about],
    type: 'announcement',
    method: 'in-app',
  })
}
