// The link to the former address of a changed email: its owner can say that this was not them. Nothing is reversed, because the former
// mailbox may be the one that a stranger reads.
import { EMAIL_REPORT_MS, emailChangeText } from '@baobab/contract/students/email-change.ts'
import { and, eq, gt } from 'drizzle-orm'
import { studentCorrections } from '../../accounts/correction-tables.ts'
import { findStudentById } from '../../accounts/queries.ts'
import { contactMessages } from '../../contact/tables.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/http/errors.ts'
import { readReportToken } from './tokens.ts'

const DAY = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' })

/** Finds the change that a link to the former address is about; undefined for other tokens. Throws 400 if it is too old. */
export async function findReportable(app: App, token: string) {
  const link = readReportToken(app, token)
  if (!link) return undefined
  const since = new Date(app.clock.now().getTime() - EMAIL_REPORT_MS)
  const [change] = await app.db
    .select()
    .from(studentCorrections)
    .where(
      and(
        eq(studentCorrections.studentId, link.studentId),
        eq(studentCorrections.id, link.correctionId),
        gt(studentCorrections.at, since),
      ),
    )
  const student = change && (await findStudentById(app.db, link.studentId))
  if (!student || student.erasedAt) fail('token_invalid')
  return {
    username: student.username,
    id: change.id,
    at: change.at,
    from: change.oldValue ?? '',
    to: change.newValue ?? '',
  }
}

/** Sends our team a message from the former address. Its id is that of the change, so that a second click does not send another one. */
export async function reportByLink(app: App, token: string): Promise<void> {
  const { username, id, at, from } = (await findReportable(app, token)) ?? fail('token_invalid')
  const message = emailChangeText.report({ username, day: DAY.format(at) })
  await app.db
    .insert(contactMessages)
    .values({ id, firstName: username, lastName: '', email: from, message, createdAt: app.clock.now() })
    .onConflictDoNothing()
}
