// The end of an account: everything personal goes at once. Points and payments stay under no name, because past
// boards, draws and books must still add up (security.md C-05).
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { retiredNameHash, studentById } from '../accounts/queries.ts'
import { endAllSessions } from '../accounts/sessions.ts'
import { emailCodes, passwordResets, retiredUsernames, students } from '../accounts/tables.ts'
import type { App } from '../app.ts'
import { dropStudentExports } from '../console/exports/drop-exports.ts'
import { isFrom } from '../contact/queries.ts'
import { contactMessages } from '../contact/tables.ts'
import { leaveBoard } from '../leaderboard/leave-board.ts'
import { standings } from '../leaderboard/tables.ts'
import { noticeMails, noticeReads, notices } from '../notifications/tables.ts'
import { payments, refundNotes } from '../payments/tables.ts'
import type { StudentPerson } from '../platform/auth.ts'
import type { Tx } from '../platform/database.ts'
import { fail, failField } from '../platform/errors.ts'
import { queue } from '../platform/jobs.ts'
import { passwordFits } from '../platform/passwords.ts'
import { clearWaits, takeTurn, waitKey } from '../platform/waits.ts'
import { attempts } from '../quiz/tables.ts'
import { watches } from '../videos/tables.ts'

const wrongPasswords = { free: 5, firstMs: 1_000, longestMs: 15 * 60_000 }

/** A date of birth that is nobody's: it gives no age category. */
const NOBODYS_BIRTH = '1900-01-01'

/** What stands in a row whose person is gone. */
function nobody(id: string) {
  const name = `erased:${id}`
  return {
    username: 'deleted',
    usernameKey: name,
    email: '',
    emailKey: name,
    number: '',
    passwordHash: '',
    birth: NOBODYS_BIRTH,
    address: '',
    school: null,
    picture: null,
    guardianEmail: null,
    disqualifiedReason: null,
  }
}

/** A picture or a list of students with one who is gone: removed by a job of that transaction, so no crash leaves it. */
export const erasedFiles = queue<{ key: string }>('erased-files', { retryLimit: 20 })

/** Erases the caller's account once the password is given again. */
export async function eraseAccount(app: App, who: StudentPerson, password: string): Promise<void> {
  const { passwordHash } = (await studentById(app.db, who.id)) ?? fail('not_found')
  const key = waitKey('erase', who.id)
  await takeTurn(app, key, wrongPasswords)
  if (!(await passwordFits(passwordHash, password))) failField('password', accountsText.wrongPassword)
  await clearWaits(app, [key])
  const files = await app.db.transaction((tx) => erase(app, tx, who.id))
  for (const file of files) await app.files.remove(file)
}

/** Takes everything personal out of the database; answers the files that are to go. */
async function erase(app: App, tx: Tx, id: string): Promise<string[]> {
  // Held until the end: a change or a login that came first is erased too, a later one finds nobody.
  const [student] = await tx.select().from(students).where(eq(students.id, id)).for('update')
  if (!student || student.erasedAt) fail('not_found')
  await tx
    .insert(retiredUsernames)
    .values({ nameHash: retiredNameHash(app, student.username) })
    .onConflictDoNothing()
  await leaveBoard(app, tx, { reason: 'erased', which: sql`student_id = ${id}` })
  // A day that tells the birthday goes as the birthday does.
  await tx.update(standings).set({ leavesOn: NOBODYS_BIRTH }).where(eq(standings.studentId, id))
  await tx
    .update(attempts)
    .set({ resetReason: null })
    .where(and(eq(attempts.studentId, id), isNotNull(attempts.resetReason)))
  await tx.delete(watches).where(eq(watches.studentId, id))
  await tx.delete(notices).where(eq(notices.studentId, id))
  await tx.delete(noticeReads).where(eq(noticeReads.studentId, id))
  await tx.delete(noticeMails).where(eq(noticeMails.studentId, id))
  await tx.delete(emailCodes).where(eq(emailCodes.studentId, id))
  await tx.delete(passwordResets).where(eq(passwordResets.studentId, id))
  await tx.delete(contactMessages).where(isFrom(student.emailKey))
  await tx
    .delete(refundNotes)
    .where(
      inArray(refundNotes.paymentId, tx.select({ id: payments.id }).from(payments).where(eq(payments.studentId, id))),
    )
  await tx.update(payments).set({ payerEmail: null }).where(eq(payments.studentId, id))
  await endAllSessions(tx, { kind: 'student', id })
  await tx
    .update(students)
    .set({ ...nobody(id), erasedAt: app.clock.now() })
    .where(eq(students.id, id))
  const files = await dropStudentExports(tx)
  if (student.picture) files.push(student.picture)
  for (const key of files) await app.jobs.send(tx, erasedFiles, { key })
  return files
}
