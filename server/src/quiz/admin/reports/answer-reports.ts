import type { ReportAnswerForm } from '@baobab/contract/quiz/forms.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { writeAuditLine } from '../../../platform/audit/write-audit-line.ts'
import type { App } from '../../../platform/app.ts'
import type { AdminUser } from '../../../platform/http/auth.ts'
import { fail } from '../../../platform/http/errors.ts'
import { questionReportGroups } from '../../tables.ts'
import { reportAnswers } from './notify-reporters.ts'
import { findReportGroup } from './queries.ts'

/** Answers all reports in a group once and closes it. Resending the same answer changes nothing, and a different one is refused. */
export async function answerReports(
  app: App,
  who: AdminUser,
  { reportGroupId, outcome, text }: { reportGroupId: string } & ReportAnswerForm,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id } = (await findReportGroup(tx, reportGroupId)) ?? fail('not_found')
    const [answered] = await tx
      .update(questionReportGroups)
      .set({ outcome, answer: text, answeredAt: app.clock.now(), answeredBy: who.id })
      .where(and(eq(questionReportGroups.id, id), isNull(questionReportGroups.answeredAt)))
      .returning()
    if (answered) {
      const { questionId, reportCount: reports } = answered
      const details = { outcome, reports, questionId }
      await writeAuditLine(app, tx, { adminId: who.id, action: 'report.answered', subject: id, details })
      await app.jobs.send(tx, reportAnswers, { groupId: id })
      return
    }
    const earlier = (await findReportGroup(tx, id)) ?? fail('not_found')
    if (earlier.outcome !== outcome || earlier.answer !== text) fail('report_answered')
  })
}
