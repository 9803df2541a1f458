import type { RegradeForm } from '@baobab/contract/quiz/forms.ts'
import { quizAdminText, quizRegradeText } from '@baobab/contract/quiz/text.ts'
import { writeAuditLine } from '../../../platform/audit/write-audit-line.ts'
import type { App } from '../../../platform/app.ts'
import type { AdminUser } from '../../../platform/http/auth.ts'
import { fail, failField } from '../../../platform/http/errors.ts'
import { findOption } from '../../rules.ts'
import { regrades } from '../../tables.ts'
import { lockQuestion } from '../lock-question.ts'
import { findReportGroup } from '../reports/queries.ts'
import { regradePreviews } from './preview-regrade.ts'
import { isSameKey, toNewKey } from './rules.ts'

/**
 * Proposes a different key for a question. Nothing changes until it is agreed to. Fails with 409 if the key is the same, or
 * another regrade of the question is unfinished. @returns the id of the regrade
 */
export async function proposeRegrade(
  app: App,
  who: Pick<AdminUser, 'id'>,
  { triviaId, newAnswer, keepsOld, explanation, reportGroupId }: RegradeForm,
): Promise<string> {
  return app.db.transaction(async (tx) => {
    const { question, video } = await lockQuestion(tx, triviaId)
    const answer = findOption(question, newAnswer) ?? failField('newAnswer', quizAdminText.answerNotAnOption)
    const change = { oldAnswer: question.correctAnswer, newAnswer: answer, keepsOld }
    if (isSameKey(question, toNewKey(change))) fail('same_answer')
    const group = reportGroupId === undefined ? undefined : await findReportGroup(tx, reportGroupId)
    if (reportGroupId !== undefined && group?.questionId !== question.id) fail('not_found')
    const [regrade] = await tx
      .insert(regrades)
      .values({
        ...change,
        explanation: explanation === (question.explanation ?? '') ? null : (explanation ?? null),
        questionId: question.id,
        videoId: video.id,
        ageCategory: question.ageCategory,
        question: question.question,
        reportGroupId: group?.id ?? null,
        proposedBy: who.id,
        proposedAt: app.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: regrades.id })
    if (!regrade) return fail('already_proposed', { message: quizRegradeText.alreadyProposed })
    const details = { regradeId: regrade.id, ...change }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'regrade.proposed', subject: question.id, details })
    await app.jobs.send(tx, regradePreviews, { regradeId: regrade.id })
    return regrade.id
  })
}
