// Lets a student report a question of a locked attempt, once. The report copies what the student saw, so that it can be read
// after the question is edited or deleted.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { QuestionReport } from '@baobab/contract/quiz/endpoints.ts'
import type { ReportForm } from '@baobab/contract/quiz/forms.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { StudentUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { loadLockedAttempt } from '../review-attempt.ts'
import type { SnapshotQuestion } from '../rules.ts'
import { questionReportGroups, questionReports } from '../tables.ts'
import { loadOwnReports } from './queries.ts'

type Input = { videoTitle: string; ageCategory: AgeCategory; triviaId: string } & ReportForm

/**
 * Reports a question. Resending the same report gets the same reply, and a different one is refused (409), even after the first
 * was answered.
 */
export async function reportQuestion(
  app: App,
  who: StudentUser,
  { videoTitle, ageCategory, triviaId, reason, text }: Input,
): Promise<QuestionReport> {
  const address = { studentId: who.id, videoTitle, ageCategory }
  const { attempt, answersByQuestion } = await loadLockedAttempt(app, address)
  const seen = attempt.questionSnapshot.find(({ id }) => id === triviaId) ?? fail('question_not_found')
  const [content, createdAt] = [{ reason, text: text || null }, app.clock.now()]
  return app.db.transaction(async (tx) => {
    await lockStudent(tx, who.id)
    const earlier = (await loadOwnReports(tx, { studentId: who.id, questionIds: [triviaId] })).get(triviaId)
    if (earlier) return isSameReport(earlier, content) ? earlier : fail('already_reported')
    const groupId = await addToOpenGroup(tx, { videoId: attempt.videoId, ageCategory, seen, at: createdAt })
    const answer = answersByQuestion[triviaId]?.answer ?? null
    await tx
      .insert(questionReports)
      .values({ ...content, groupId, studentId: who.id, questionId: triviaId, seen, answer, createdAt })
    return { ...content, reportedAt: createdAt.toISOString(), answer: null }
  })
}

/**
 * Locks the student until the commit, so that one student's reports are made one at a time, and a later account erasure also
 * erases this one.
 */
async function lockStudent(tx: Tx, id: string): Promise<void> {
  const [student] = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, id), isNull(students.erasedAt)))
    .for('no key update')
  if (!student) fail('not_found')
}

const isSameReport = (one: QuestionReport, other: Pick<QuestionReport, 'reason' | 'text'>) =>
  one.reason === other.reason && one.text === other.text

type NewReport = { videoId: string; ageCategory: AgeCategory; seen: SnapshotQuestion; at: Date }

/**
 * Counts a report in its question's open group, which the first report creates. Locks that group, so that an answer comes
 * either before this report, which then belongs to a new group, or after it.
 */
async function addToOpenGroup(tx: Tx, { videoId, ageCategory, seen, at }: NewReport): Promise<string> {
  const { id: questionId, question } = seen
  const [group] = await tx
    .insert(questionReportGroups)
    .values({ questionId, videoId, ageCategory, question, reportCount: 1, lastReportedAt: at })
    .onConflictDoUpdate({
      target: questionReportGroups.questionId,
      targetWhere: isNull(questionReportGroups.answeredAt),
      set: { reportCount: sql`${questionReportGroups.reportCount} + 1`, lastReportedAt: at, question },
    })
    .returning({ id: questionReportGroups.id })
  if (!group) throw new Error('the report was not counted')
  return group.id
}
