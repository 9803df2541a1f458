// Decides about a proposed regrade. If two admins may decide, the one who did not propose it has to agree.
import { agreeToRegrade as endpoint } from '@baobab/contract/quiz/corrections.ts'
import { and, eq, sql } from 'drizzle-orm'
import { requireAgreement, ruleOnMatter } from '../../../accounts/admin/two-admins.ts'
import { writeAuditLine } from '../../../platform/audit/write-audit-line.ts'
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { AdminUser } from '../../../platform/http/auth.ts'
import { fail } from '../../../platform/http/errors.ts'
import { findOption, isSameChoice } from '../../rules.ts'
import { questions, quizzes, regrades } from '../../tables.ts'
import { lockVideoForQuestions } from '../lock-question.ts'
import { regradesToApply } from './apply-regrade.ts'
import { regradePreviews } from './preview-regrade.ts'
import { lockUndecidedRegrade, requireRegrade, type RegradeRow } from './queries.ts'
import { toNewExplanation, toNewKey } from './rules.ts'

/** Changes the question's key, and lets a job correct the attempts and points. */
export async function agreeToRegrade(app: App, who: Pick<AdminUser, 'id'>, regradeId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    // Like every change to questions, locks the video first.
    const { videoId } = await requireRegrade(tx, regradeId)
    await lockVideoForQuestions(tx, videoId)
    const regrade = await lockUndecidedRegrade(tx, regradeId)
    const ruling = await ruleOnMatter(app, tx, who, { began: regrade.proposedAt, decidedBy: endpoint })
    requireAgreement(ruling, regrade.proposedBy === who.id)
    if (regrade.preview === null) fail('preview_missing')
    await changeKey(tx, regrade)
    await storeDecision(app, tx, { who, regrade, decision: 'agreed' })
    await app.jobs.send(tx, regradesToApply, { regradeId })
  })
}

/** Changes the key for students who start from now on. Fails with 409 if the question has changed since the proposal. */
async function changeKey(tx: Tx, regrade: RegradeRow): Promise<void> {
  const { questionId, videoId, ageCategory, oldAnswer, newAnswer } = regrade
  const [question] = await tx.select().from(questions).where(eq(questions.id, questionId))
  const correctAnswer = question && findOption(question, newAnswer)
  if (!question || correctAnswer === undefined || !isSameChoice(question, question.correctAnswer, oldAnswer))
    fail('regrade_outdated')
  await tx
    .update(questions)
    .set({ ...toNewKey(regrade), ...toNewExplanation(regrade), correctAnswer })
    .where(eq(questions.id, questionId))
  // Waits for starts that have read the old key and are about to commit; later ones read the questions again.
  await tx
    .update(quizzes)
    .set({ keyVersion: sql`${quizzes.keyVersion} + 1` })
    .where(and(eq(quizzes.videoId, videoId), eq(quizzes.ageCategory, ageCategory)))
}

/** Ends a proposal without changing anything. */
export async function withdrawRegrade(app: App, who: Pick<AdminUser, 'id'>, regradeId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const regrade = await lockUndecidedRegrade(tx, regradeId)
    await storeDecision(app, tx, { who, regrade, decision: 'withdrawn' })
  })
}

type Decision = { who: Pick<AdminUser, 'id'>; regrade: RegradeRow; decision: 'agreed' | 'withdrawn' }

async function storeDecision(app: App, tx: Tx, { who, regrade, decision }: Decision): Promise<void> {
  const { id, questionId, oldAnswer, newAnswer, keepsOld } = regrade
  await tx.update(regrades).set({ decision, decidedBy: who.id, decidedAt: app.clock.now() }).where(eq(regrades.id, id))
  const details = { regradeId: id, oldAnswer, newAnswer, keepsOld }
  await writeAuditLine(app, tx, { adminId: who.id, action: `regrade.${decision}`, subject: questionId, details })
}

/** Lets a job recompute a proposal's preview. */
export async function requestPreview(app: App, regradeId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id } = await lockUndecidedRegrade(tx, regradeId)
    await tx.update(regrades).set({ preview: null }).where(eq(regrades.id, id))
    await app.jobs.send(tx, regradePreviews, { regradeId: id })
  })
}
