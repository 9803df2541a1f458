// Tells every student who reported a question what an admin found out: one notification each, in batches.
import { reportNotification } from '@baobab/contract/quiz/text.ts'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { students } from '../../../accounts/tables.ts'
import { createNotification } from '../../../notifications/create-notification.ts'
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { defineQueue } from '../../../platform/jobs/jobs.ts'
import { questionReportGroups, questionReports } from '../../tables.ts'

export const reportAnswers = defineQueue<{ groupId: string }>('question-report-answers')

/** The number of students notified per transaction. */
const BATCH_SIZE = 100

/** Notifies the students in an answered group who have not been notified yet. Safe to repeat after a crash. */
export async function notifyReporters(app: App, groupId: string): Promise<void> {
  let notified: number
  do notified = await app.db.transaction((tx) => notifyBatch(app, tx, groupId))
  while (notified === BATCH_SIZE)
}

async function notifyBatch(app: App, tx: Tx, groupId: string): Promise<number> {
  // Locks the group, so that two servers never notify the same students.
  const [group] = await tx.select().from(questionReportGroups).where(eq(questionReportGroups.id, groupId)).for('update')
  if (!group?.outcome || group.answer === null) return 0
  const { outcome, answer: text } = group
  const reporters = await lockReporters(tx, groupId)
  for (const { studentId, seen } of reporters) {
    const content = reportNotification({ question: seen.question, outcome, text })
    await createNotification(app, tx, { to: { studentId }, ...content, type: 'quiz', method: 'in-app' })
  }
  const ids = reporters.map(({ id }) => id)
  await tx.update(questionReports).set({ notifiedAt: app.clock.now() }).where(inArray(questionReports.id, ids))
  return reporters.length
}

/** Locks the next students to notify, so that none of them is erased before the notification is written. */
function lockReporters(tx: Tx, groupId: string) {
  return tx
    .select({ id: questionReports.id, studentId: students.id, seen: questionReports.seen })
    .from(questionReports)
    .innerJoin(students, eq(students.id, questionReports.studentId))
    .where(and(eq(questionReports.groupId, groupId), isNull(questionReports.notifiedAt), isNull(students.erasedAt)))
    .orderBy(asc(questionReports.createdAt), asc(questionReports.id))
    .limit(BATCH_SIZE)
    .for('key share', { of: students })
}
