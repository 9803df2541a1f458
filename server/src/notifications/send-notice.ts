// The one way in which a notice comes to be; other features call it in the transaction that has something to say.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { NoticeMethod, NoticeType } from '@baobab/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../app.ts'
import type { Tx } from '../platform/database.ts'
import { publish } from './publish-notices.ts'
import type { NoticeRow } from './shapes.ts'
import { notices } from './tables.ts'

export type NewNotice = {
  to: 'all' | { studentId: string } | { ageCategory: AgeCategory }
  title: string
  description: string
  /** The spec's `update`. */
  type: NoticeType
  method: NoticeMethod
  /** Nobody where the product itself speaks. */
  adminId?: string
  /** At once where it is left out or over. */
  publishAt?: Date
}

/** To whom, as the row has it. */
export function audienceOf(to: NewNotice['to']): Pick<NoticeRow, 'audience' | 'studentId' | 'ageCategory'> {
  if (to === 'all') return { audience: 'all', studentId: null, ageCategory: null }
  if ('studentId' in to) return { audience: 'student', studentId: to.studentId, ageCategory: null }
  return { audience: 'category', studentId: null, ageCategory: to.ageCategory }
}

/** Writes a notice and publishes it where its time has come; it exists exactly if the transaction commits. */
export async function sendNotice(app: App, tx: Tx, notice: NewNotice): Promise<NoticeRow> {
  const { to, adminId, publishAt, ...content } = notice
  const now = app.clock.now()
  const [row] = await tx
    .insert(notices)
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
