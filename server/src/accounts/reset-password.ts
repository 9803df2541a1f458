// A forgotten password: a mailed link, single use, thirty minutes, and every session ends with it.
import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { COMMON_PASSWORD } from '@baobab/contract/fields.ts'
import { RESET_MS } from '@baobab/contract/limits.ts'
import type { App } from '../app.ts'
import { fail, failField } from '../platform/errors.ts'
import { hashPassword } from '../platform/passwords.ts'
import { hashToken } from '../platform/tokens.ts'
import { accountMails, resetTokenOf } from './account-mails.ts'
import { keyOf } from './queries.ts'
import { isCommonPassword } from './rules.ts'
import { endAllSessions } from './sessions.ts'
import { passwordResets, students } from './tables.ts'

/**
 * Queues a reset link where the address has a verified account. For any other the same statements run in vain: the
 * mail of no link is dropped when its turn comes.
 */
export async function forgotPassword(app: App, email: string): Promise<void> {
  if (!(await app.limits.mayMail('reset-link', keyOf(email)))) return
  const id = randomUUID()
  await app.db.transaction(async (tx) => {
    const owner = tx
      .select({
        id: sql<string>`${id}::uuid`.as('id'),
        studentId: students.id,
        tokenHash: sql<string>`${hashToken(resetTokenOf(app, id))}::text`.as('token_hash'),
        madeAt: sql<Date>`${app.clock.now()}::timestamptz`.as('made_at'),
        usedAt: sql<Date | null>`null::timestamptz`.as('used_at'),
      })
      .from(students)
      .where(and(eq(students.emailKey, keyOf(email)), isNotNull(students.verifiedAt)))
    await tx.insert(passwordResets).select(owner)
    await app.jobs.send(tx, accountMails, { kind: 'reset-link', resetId: id })
  })
}

/** Sets a new password by link. Of many uses at once, one counts. */
export async function resetPassword(
  app: App,
  form: { token: string; email: string; newPassword: string },
): Promise<void> {
  const oldest = new Date(app.clock.now().getTime() - RESET_MS)
  const isLiving = and(
    eq(passwordResets.tokenHash, hashToken(form.token)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.madeAt, oldest),
  )
  const [living] = await app.db
    .select({ studentId: passwordResets.studentId })
    .from(passwordResets)
    .innerJoin(students, eq(students.id, passwordResets.studentId))
    .where(and(isLiving, eq(students.emailKey, keyOf(form.email))))
  if (!living) fail('token_invalid')
  if (isCommonPassword(form.newPassword)) failField('newPassword', COMMON_PASSWORD)
  const passwordHash = await hashPassword(form.newPassword)
  await app.db.transaction(async (tx) => {
    const used = await tx
      .update(passwordResets)
      .set({ usedAt: app.clock.now() })
      .where(isLiving)
      .returning({ id: passwordResets.id })
    if (used.length === 0) fail('token_invalid')
    // Links that were asked for before lead nowhere now: whoever has one of them did not change the password.
    await tx
      .delete(passwordResets)
      .where(and(eq(passwordResets.studentId, living.studentId), isNull(passwordResets.usedAt)))
    await tx.update(students).set({ passwordHash }).where(eq(students.id, living.studentId))
    await endAllSessions(tx, living.studentId)
    await app.jobs.send(tx, accountMails, { kind: 'password-changed', studentId: living.studentId })
  })
}
