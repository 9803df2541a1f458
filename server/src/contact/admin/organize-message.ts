// Lets admins share the work on messages: assignees, reminders, and notes for each other.
import { bulkText } from '@baobab/contract/bulk/endpoints.ts'
import type { ContactMessage, organizeMessage as endpoint } from '@baobab/contract/contact/endpoints.ts'
import { contactAdminText } from '@baobab/contract/contact/text.ts'
import type { ParsedOf } from '@baobab/contract/kernel/endpoint.ts'
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { toLookupKey } from '../../accounts/queries.ts'
import { admins } from '../../accounts/tables.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { contactMessages, contactNotes, type ContactMessageRow } from '../tables.ts'
import { findColumnsOf, keepColumnAnswer, withoutAnswer } from '../replies.ts'
import { lockMessage, requireSeen, type Seen } from './answer-message.ts'
import { findMessage, mayAnswer, toContactMessage } from './queries.ts'

/** Returns the usernames of the admins who may answer messages. */
export async function listAssignees(db: Db): Promise<string[]> {
  const rows = await db
    .select({ username: admins.username })
    .from(admins)
    .where(mayAnswer)
    .orderBy(asc(admins.usernameKey))
  return rows.map(({ username }) => username)
}

async function findAssignee(tx: Tx, username: string): Promise<string> {
  const [admin] = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.usernameKey, toLookupKey(username)), mayAnswer))
  return admin?.id ?? failField('assignedTo', contactAdminText.noSuchAssignee)
}

/** Changes the given fields and leaves the rest. */
export async function organizeMessage(
  app: App,
  who: AdminUser,
  messageId: string,
  { assignedTo, followUpOn, isClosed, ...seen }: Omit<ParsedOf<typeof endpoint>['body'], 'seenReplyAt'> & Seen,
): Promise<ContactMessage> {
  return app.db.transaction(async (tx) => {
    const before = await lockMessage(tx, messageId)
    if (isClosed) requireSeen(before, seen)
    // A message that an admin reopens needs our answer again.
    const isOpened = isClosed === false && (before.closedAt !== null || before.answeredAt !== null)
    if (isOpened) await keepColumnAnswer(tx, before)
    const set: Partial<ContactMessageRow> = {
      ...(assignedTo !== undefined && { assignedTo: assignedTo === null ? null : await findAssignee(tx, assignedTo) }),
      ...(followUpOn !== undefined && { followUpOn }),
      ...(isClosed !== undefined && { closedAt: isClosed ? (before.closedAt ?? app.clock.now()) : null }),
      ...(isOpened && withoutAnswer),
      // A closed message needs no reminder.
      ...(isClosed && { followUpOn: null }),
    }
    if (Object.keys(set).length === 0) return toContactMessage(app, tx, before)
    const [row] = await tx.update(contactMessages).set(set).where(eq(contactMessages.id, messageId)).returning()
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'message.organized',
      subject: messageId,
      details: {
        ...(assignedTo !== undefined && { assignee: row?.assignedTo ?? null }),
        ...(followUpOn !== undefined && { followUpOn }),
        ...(isClosed !== undefined && { isClosed }),
      },
    })
    return toContactMessage(app, tx, row ?? fail('not_found'))
  })
}

/** An admin's work on a message, in the form that a bulk action stores for undo. */
export const WorkOnMessage = z.object({
  assignedTo: z.string().nullable(),
  followUpOn: z.string().nullable(),
  closedAt: z.coerce.date().nullable(),
  // Missing in what earlier releases stored about unanswered messages.
  answeredAt: z.coerce.date().nullable().default(null),
  repliedAt: z.coerce.date().nullable().default(null),
})

type Work = z.infer<typeof WorkOnMessage>

/**
 * Restores a message's assignee, reminder and closed state, but not an assignee who has since lost the right. Refused if the
 * message was answered or replied to since, or no longer matches `to`.
 */
export async function restoreWork(
  app: App,
  who: AdminUser,
  { id, from: { assignedTo, followUpOn, closedAt, answeredAt }, to }: { id: string; from: Work; to: Work },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const present = await lockMessage(tx, id)
    if (!isSameWork(present, to)) fail('cannot_undo', { message: bulkText.changedSince })
    const [assignee] =
      assignedTo === null
        ? []
        : await tx
            .select({ id: admins.id })
            .from(admins)
            .where(and(eq(admins.id, assignedTo), mayAnswer))
    // Undoing a reopening: the message waits for the visitor again.
    const answer = answeredAt && !present.answeredAt ? await findColumnsOf(tx, id, answeredAt) : undefined
    const set = { assignedTo: assignee?.id ?? null, followUpOn, closedAt, ...answer }
    await tx.update(contactMessages).set(set).where(eq(contactMessages.id, id))
    const details = { assignee: set.assignedTo, followUpOn, isClosed: closedAt !== null }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'message.organized', subject: id, details })
  })
}

const isSameWork = (a: Work, b: Work) =>
  a.assignedTo === b.assignedTo &&
  a.followUpOn === b.followUpOn &&
  (['closedAt', 'answeredAt', 'repliedAt'] as const).every((time) => a[time]?.getTime() === b[time]?.getTime())

/** Adds a note for other admins. Its text is not in the audit log, because it is deleted with the message. */
export async function addMessageNote(
  app: App,
  who: AdminUser,
  { messageId, note }: { messageId: string; note: string },
): Promise<ContactMessage> {
  return app.db.transaction(async (tx) => {
    const message = (await findMessage(tx, messageId)) ?? fail('not_found')
    await tx
      .insert(contactNotes)
      .values({ messageId: message.id, adminId: who.id, text: note, createdAt: app.clock.now() })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'message.note_added', subject: message.id })
    return toContactMessage(app, tx, message)
  })
}
