// What happens to a student's notifications while the account is being erased.
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { makeAdmin, makeStudent, unique, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { notificationCalls } from '../../test/notifications.ts'
import { students } from '../accounts/tables.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { eraseStudent } from '../privacy/erase-account.ts'
import { mailChunk } from './mail-notifications.ts'
import { readLinkedVideos } from '../videos/queries.ts'
import { markAllNotificationsRead, markNotificationRead } from './mark-read.ts'
import { notificationMails, notificationReads } from './tables.ts'
import { waitForLockWaits } from '../../test/lock-waits.ts'

let student: MadeStudent
let notificationId: string
const t = await openTestApp()
const admin = await makeAdmin(t)

beforeEach(async () => {
  student = await makeStudent(t)
  const calls = notificationCalls(t, () => admin.token)
  notificationId = (await calls.send(student.username, { title: unique(), method: 'in-app' })).notification._id
})

/** Erases the student's account, and starts `work` when the account is locked but its notifications are not deleted yet. */
async function eraseDuring(work: () => Promise<unknown>): Promise<unknown> {
  const { working } = await t.app.db.transaction(async (tx) => {
    await tx.select().from(students).where(eq(students.id, student.id)).for('update')
    const working = work()
    working.catch(() => undefined)
    await waitForLockWaits(t.owner)
    await eraseStudent(t.app, tx, student.id)
    return { working }
  })
  return working
}

it('a mail about to be sent is not sent, and the account is erased', async () => {
  const sent: string[] = []
  const send = async (mail: { to: string }) => void sent.push(mail.to)
  const app = { ...t.app, mailer: { ...t.app.mailer, send } }
  await eraseDuring(() => mailChunk(app, readLinkedVideos, { noticeId: notificationId, after: null, upTo: student.id }))
  expect(sent).toEqual([])
  expect(await t.app.db.select().from(notificationMails).where(eq(notificationMails.studentId, student.id))).toEqual([])
})

it.each([
  ['one notification', (who: StudentUser) => markNotificationRead(t.app, who, notificationId)],
  ['all notifications', (who: StudentUser) => markAllNotificationsRead(t.app, who)],
])('marking %s as read leaves nothing behind, and the account is erased', async (_, mark) => {
  const who = { kind: 'student' as const, id: student.id, username: student.username, sessionId: '', birth: '' }
  expect(await eraseDuring(() => mark(who))).toBe(0)
  expect(await t.app.db.select().from(notificationReads).where(eq(notificationReads.studentId, student.id))).toEqual([])
})
