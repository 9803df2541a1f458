// What an admin may still do while a notice waits for its time: other words, another time, or not at all.
import type { ParsedOf } from '@baobab/contract/endpoint.ts'
import type { changeNotification, SentNotification } from '@baobab/contract/notifications.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { eq, sql } from 'drizzle-orm'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import { isId, type Tx } from '../platform/database.ts'
import { fail } from '../platform/errors.ts'
import { publish } from './publish-notices.ts'
import { sentNotice } from './queries.ts'
import { contentOf, factsOf } from './send-from-console.ts'
import type { NoticeRow } from './shapes.ts'
import { notices } from './tables.ts'

/** A notice that has not appeared, held until the transaction ends. */
async function lockWaiting(tx: Tx, id: string): Promise<NoticeRow> {
  if (!isId(id)) fail('not_found')
  const [row] = await tx.select().from(notices).where(eq(notices.id, id)).for('update')
  if (!row) fail('not_found')
  if (row.publishedAt) fail('notice_published')
  return row
}

/** Gives a waiting notice other words or another time; without a time it appears at once. */
export async function changeNotice(
  app: App,
  who: AdminPerson,
  id: string,
  form: ParsedOf<typeof changeNotification>['body'],
): Promise<SentNotification> {
  const { publishAt, ...content } = contentOf(app, form)
  return app.db.transaction(async (tx) => {
    const before = await lockWaiting(tx, id)
    if (before.canceledAt) fail('notice_published', { message: notificationsText.notificationWasCanceled })
    const [changed] = await tx
      .update(notices)
      .set({ ...content, publishAt: publishAt ?? app.clock.now() })
      .where(eq(notices.id, id))
      .returning()
    const [published] = await publish(app, tx, sql`id = ${id}::uuid`)
    const row = published ?? changed ?? before
    await writeLine(app, tx, { adminId: who.id, action: 'notification.changed', subject: id, details: factsOf(row) })
    return sentNotice(tx, row)
  })
}

/** Takes a waiting notice back; again changes nothing. */
export async function cancelNotice(app: App, who: AdminPerson, id: string): Promise<SentNotification> {
  return app.db.transaction(async (tx) => {
    const row = await lockWaiting(tx, id)
    if (!row.canceledAt) {
      await tx.update(notices).set({ canceledAt: app.clock.now() }).where(eq(notices.id, id))
      await writeLine(app, tx, { adminId: who.id, action: 'notification.canceled', subject: id })
    }
    return sentNotice(tx, row)
  })
}
