// Answers that admins reuse. Every admin who answers messages may change them.
import type { SavedAnswer } from '@baobab/contract/contact/endpoints.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import { isId } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { savedAnswers } from '../tables.ts'

type Form = Pick<SavedAnswer, 'title' | 'text'>
type Row = typeof savedAnswers.$inferSelect

const toReply = ({ id, title, text }: Row): SavedAnswer => ({ _id: id, title, text })

/** Returns all saved answers, by name. */
export async function listSavedAnswers(app: App): Promise<SavedAnswer[]> {
  const rows = await app.db
    .select()
    .from(savedAnswers)
    .orderBy(asc(sql`lower(${savedAnswers.title})`), asc(savedAnswers.id))
  return rows.map(toReply)
}

export async function addSavedAnswer(app: App, who: AdminUser, form: Form): Promise<SavedAnswer> {
  return app.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(savedAnswers)
      .values({ ...form, createdBy: who.id, changedAt: app.clock.now() })
      .returning()
    if (!row) throw new Error('the answer was not written')
    const details = { title: form.title }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'answer.saved', subject: row.id, details })
    return toReply(row)
  })
}

export async function changeSavedAnswer(app: App, who: AdminUser, id: string, form: Form): Promise<SavedAnswer> {
  if (!isId(id)) fail('not_found')
  return app.db.transaction(async (tx) => {
    const [row] = await tx
      .update(savedAnswers)
      .set({ ...form, changedAt: app.clock.now() })
      .where(eq(savedAnswers.id, id))
      .returning()
    if (!row) fail('not_found')
    const details = { title: form.title }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'answer.changed', subject: id, details })
    return toReply(row)
  })
}

export async function deleteSavedAnswer(app: App, who: AdminUser, id: string): Promise<void> {
  if (!isId(id)) fail('not_found')
  await app.db.transaction(async (tx) => {
    const [row] = await tx.delete(savedAnswers).where(eq(savedAnswers.id, id)).returning()
    if (!row) fail('not_found')
    const details = { title: row.title }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'answer.deleted', subject: id, details })
  })
}
