// The mails about a changed email, and those of our team to guardians. A job contains only ids: links are derived from them when the
// mail is written, so that no secret is stored in a queue.
import { and, eq } from 'drizzle-orm'
import { studentCorrections } from '../accounts/correction-tables.ts'
import { findStudentById } from '../accounts/queries.ts'
import { maskEmail } from '../accounts/rules.ts'
import { emailChangedMail, emailChangeConfirmMail, emailChangeNoticeMail } from '../mails/email-change.ts'
import { guardianMessageMail } from '../mails/guardian-message.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { findMailbox } from '../accounts/own-address.ts'
import type { App } from '../platform/app.ts'
import { emailChanges, guardianMessages } from './correction-tables.ts'
import { deriveConfirmToken, deriveRefuseToken, deriveReportToken } from './email-change/tokens.ts'

type LinkMail = { kind: 'email-change-confirm' | 'email-change-notice'; changeId: string }
type ChangedMail = { kind: 'email-changed'; studentId: string; correctionId: string }
type MessageMail = { kind: 'guardian-message'; studentId: string; messageId: string }
type StudentMail = LinkMail | ChangedMail | MessageMail

export const studentMails = defineMailQueue<StudentMail>('student-mails', { retryLimit: 20 })

/** Sends one mail, or drops it if its change, message or account no longer exists. */
export async function sendStudentMail(app: App, mail: StudentMail): Promise<void> {
  switch (mail.kind) {
    case 'email-change-confirm':
    case 'email-change-notice':
      return sendLink(app, mail)
    case 'email-changed':
      return sendChanged(app, mail)
    case 'guardian-message':
      return sendMessage(app, mail)
  }
}

const toLink = ({ config }: Pick<App, 'config'>, token: string) =>
  `${config.publicUrl}/email-change?${new URLSearchParams({ token }).toString()}`

async function sendLink(app: App, { kind, changeId }: LinkMail): Promise<void> {
  const [change] = await app.db.select().from(emailChanges).where(eq(emailChanges.id, changeId))
  const student = change && (await findStudentById(app.db, change.studentId))
  if (!student || student.erasedAt || change.refusedAt || change.expiresAt <= app.clock.now()) return
  const { username } = student
  const { publicUrl } = app.config
  const isConfirm = kind === 'email-change-confirm'
  const mailbox = findMailbox(student)
  const token = isConfirm ? deriveConfirmToken(app, changeId) : deriveRefuseToken(app, changeId)
  const link = toLink(app, token)
  if (isConfirm) {
    await app.mailer.send({ to: change.email, ...emailChangeConfirmMail({ username, link, publicUrl }) })
  } else if (mailbox) {
    const newEmail = maskEmail(change.email)
    await app.mailer.send({ to: mailbox, ...emailChangeNoticeMail({ username, newEmail, link, publicUrl }) })
  }
}

async function sendChanged(app: App, { studentId, correctionId }: ChangedMail): Promise<void> {
  const isThis = and(eq(studentCorrections.studentId, studentId), eq(studentCorrections.id, correctionId))
  const [correction] = await app.db.select().from(studentCorrections).where(isThis)
  const student = await findStudentById(app.db, studentId)
  if (!correction?.oldValue || !student || student.erasedAt) return
  const { publicUrl } = app.config
  const link = toLink(app, deriveReportToken(app, { studentId, correctionId }))
  const values = { username: student.username, newEmail: maskEmail(correction.newValue ?? ''), link, publicUrl }
  await app.mailer.send({ to: correction.oldValue, ...emailChangedMail(values) })
}

async function sendMessage(app: App, { studentId, messageId }: MessageMail): Promise<void> {
  const isThis = and(eq(guardianMessages.studentId, studentId), eq(guardianMessages.id, messageId))
  const [message] = await app.db.select().from(guardianMessages).where(isThis)
  const student = await findStudentById(app.db, studentId)
  if (!message || message.sentAt || !student || student.erasedAt) return
  const { email: to, subject, text } = message
  const { publicUrl } = app.config
  await app.mailer.send({ to, ...guardianMessageMail({ username: student.username, subject, text, publicUrl }) })
  await app.db.update(guardianMessages).set({ sentAt: app.clock.now() }).where(isThis)
}
