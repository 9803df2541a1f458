import type { RegradeForm } from '@baobab/contract/quiz/forms.ts'
import { quizAdminText, quizRegradeText } from '@baobab/contract/quiz/text.ts'
import type { Void } from '@baobab/contract/quiz/voids.ts'
import { sql } from 'drizzle-orm'
import { writeAuditLine } from '../../../platform/audit/write-audit-line.ts'
import type { App } from '../../../platform/app.ts'
import { isId, type Tx } from '../../../platform/database/database.ts'
import type { AdminUser } from '../../../platform/http/auth.ts'
import { fail, failField } from '../../../platform/http/errors.ts'
import type { QuestionRow } from '../../queries.ts'
import { findOption } from '../../rules.ts'
import { voidQuestionsStart } from '../../snapshot-tables.ts'
import { regrades } from '../../tables.ts'
import { lockQuestion, lockVideoForQuestions } from '../lock-question.ts'
import { findReportGroup } from '../reports/queries.ts'
import { findVoid } from './find-void.ts'
import { regradePreviews } from './preview-regrade.ts'
import { describeChange, isSameKey, toNewKey } from './rules.ts'

/**
 * Proposes a different key for a question, that it is void, or that a void question counts again. Nothing changes until it is
 * agreed to. Fails with 409 if the question is like that already, or another regrade of it is unfinished.
 * @returns the id of the regrade
 */
export async function proposeRegrade(app: App, who: Pick<AdminUser, 'id'>, form: RegradeForm): Promise<string> {
  return app.db.transaction(async (tx) => {
    const { question, voided: wasVoided } = await lockChangeable(tx, form.triviaId)
    const change = { ...toChange({ question, wasVoided }, form), wasVoided }
    if (change.voided) await requireVoidsKnown(tx)
    const group = form.reportGroupId === undefined ? undefined : await findReportGroup(tx, form.reportGroupId)
    if (form.reportGroupId !== undefined && group?.questionId !== question.id) fail('not_found')
    const [regrade] = await tx
      .insert(regrades)
      .values({
        ...change,
        questionId: question.id,
        videoId: question.videoId,
        ageCategory: question.ageCategory,
        question: question.question,
        reportGroupId: group?.id ?? null,
        proposedBy: who.id,
        proposedAt: app.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: regrades.id })
    if (!regrade) return fail('already_proposed', { message: quizRegradeText.alreadyProposed })
    const details = { regradeId: regrade.id, ...describeChange(change) }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'regrade.proposed', subject: question.id, details })
    await app.jobs.send(tx, regradePreviews, { regradeId: regrade.id })
    return regrade.id
  })
}

type Changeable = { question: QuestionRow; voided: Void | null }

/** Locks a question that is in its quiz or void. Fails with 404 if there is none. */
async function lockChangeable(tx: Tx, id: string): Promise<Changeable> {
  const found = isId(id) ? await findVoid(tx, id) : undefined
  if (!found) return { question: (await lockQuestion(tx, id)).question, voided: null }
  if (!(await lockVideoForQuestions(tx, found.question.videoId))) fail('not_found')
  return found
}

/** Returns what a form changes. Fails if it changes nothing. */
function toChange({ question, wasVoided }: { question: QuestionRow; wasVoided: Void | null }, form: RegradeForm) {
  const { kind, keepsOld, explanation } = form
  const oldAnswer = question.correctAnswer
  if (kind !== 'key') {
    if (kind === wasVoided) fail('same_answer', { message: quizRegradeText.sameVoid })
    return { voided: kind, oldAnswer, newAnswer: '', keepsOld: false, explanation: null }
  }
  const newAnswer = findOption(question, form.newAnswer) ?? failField('newAnswer', quizAdminText.answerNotAnOption)
  const change =
    wasVoided && newAnswer === oldAnswer && question.alsoCorrect
      ? // Restores both answers that counted before the question became void: the other one is given as the old answer.
        { oldAnswer: question.alsoCorrect, newAnswer, keepsOld: true }
      : { oldAnswer, newAnswer, keepsOld: keepsOld && newAnswer !== oldAnswer }
  if (!wasVoided && isSameKey(question, toNewKey(change))) fail('same_answer')
  const isSame = explanation === (question.explanation ?? '')
  return { ...change, voided: null, explanation: isSame ? null : (explanation ?? null) }
}

/** Refuses while servers of an earlier release may run: they would judge new answers to a void question by its key. */
async function requireVoidsKnown(tx: Tx): Promise<void> {
  if ((await tx.$count(voidQuestionsStart, sql`${voidQuestionsStart.at} <= now()`)) === 0) fail('void_too_early')
}
