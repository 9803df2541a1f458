// Queries for the reports a student has made.
import type { QuestionReport } from '@baobab/contract/quiz/endpoints.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/database.ts'
import { questionReportGroups, questionReports } from '../tables.ts'

/** Returns a student's reports of some questions, by question id. */
export async function loadOwnReports(
  db: Db | Tx,
  { studentId, questionIds }: { studentId: string; questionIds: string[] },
): Promise<Map<string, QuestionReport>> {
  const rows = await db
    .select({ report: questionReports, group: questionReportGroups })
    .from(questionReports)
    .innerJoin(questionReportGroups, eq(questionReportGroups.id, questionReports.groupId))
    .where(and(eq(questionReports.studentId, studentId), inArray(questionReports.questionId, questionIds)))
  return new Map(
    rows.map(({ report: { questionId, reason, text, createdAt }, group }) => [
      questionId,
      { reason, text, reportedAt: createdAt.toISOString(), answer: toReportAnswer(group) },
    ]),
  )
}

/** Returns the answer to a group of reports; null while it is open. */
export function toReportAnswer({
  outcome,
  answer: text,
  answeredAt,
}: Pick<typeof questionReportGroups.$inferSelect, 'outcome' | 'answer' | 'answeredAt'>): QuestionReport['answer'] {
  if (outcome === null || text === null || answeredAt === null) return null
  return { outcome, text, answeredAt: answeredAt.toISOString() }
}
