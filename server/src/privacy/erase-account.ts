// The end of an account: everything personal goes at once. Points and payments stay under no name, because past
// boards, draws and books must still add up (security.md C-05).
import { eq, sql } from 'drizzle-orm'
import { text } from '@baobab/contract/text.ts'
import { retiredNameHash, studentById } from '../accounts/queries.ts'
import { endAllSessions } from '../accounts/sessions.ts'
import { emailCodes, passwordResets, retiredUsernames, students } from '../accounts/tables.ts'
import type { App } from '../app.ts'
import { leaveBoard } from '../leaderboard/leave-board.ts'
import type { StudentPerson } from '../platform/auth.ts'
import { fail, failField } from '../platform/errors.ts'
import { passwordFits } from '../platform/passwords.ts'
import { clearWaits, takeTurn, waitKey } from '../platform/waits.ts'
import { watches } from '../videos/tables.ts'

const wrongPasswords = { free: 5, firstMs: 1_000, longestMs: 15 * 60_000 }

/** What stands in a row whose person is gone. The date of birth is nobody's: it gives no age category. */
function nobody(id: string) {
  const name = `erased:${id}`
  return {
    username: 'deleted',
    usernameKey: name,
    email: '',
    emailKey: name,
    number: '',
    passwordHash: '',
    birth: '1900-01-01',
    address: '',
    school: null,
    picture: null,
    guardianEmail: null,
  }
}

/** Erases the caller's account once the password is given again. */
export async function eraseAccount(app: App, who: StudentPerson, password: string): Promise<void> {
  const student = (await studentById(app.db, who.id)) ?? fail('not_found')
  const key = waitKey('erase', who.id)
  await takeTurn(app, key, wrongPasswords)
  if (!(await passwordFits(student.passwordHash, password))) failField('password', text.wrongPassword)
  await clearWaits(app, [key])
  await app.db.transaction(async (tx) => {
    await tx
      .insert(retiredUsernames)
      .values({ nameHash: retiredNameHash(app, student.username) })
      .onConflictDoNothing()
    await leaveBoard(app, tx, { reason: 'erased', which: sql`students.id = ${who.id}` })
    await tx.delete(watches).where(eq(watches.studentId, who.id))
    await tx.delete(emailCodes).where(eq(emailCodes.studentId, who.id))
    await tx.delete(passwordResets).where(eq(passwordResets.studentId, who.id))
    await endAllSessions(tx, who.id)
    await tx
      .update(students)
      .set({ ...nobody(who.id), erasedAt: app.clock.now() })
      .where(eq(students.id, who.id))
  })
  if (student.picture) await app.files.remove(student.picture)
}
