// Decides about a proposed regrade. If two admins may decide, the one who did not propose it has to agree.
import { agreeToRegrade as endpoint } from '@baobab/contract/quiz/corrections.ts'
import { eq } from 'drizzle-orm'
import { requireAgreement, ruleOnMatter } from '../../../accounts/admin/two-admins.ts'
import { writeAuditLine } from '../../../platform/audit/write-audit-line.ts'
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { AdminUser } from '../../../platform/http/auth.ts'
import { fail } from '../../../platform/http/errors.ts'
import { regrades } from '../../tables.ts'
import { lockVideoForQuestions } from '../lock-question.ts'
import { chooseQueue } from './apply-regrade.ts'
import { changeQuestion } from './change-question.ts'
import { regradePreviews } from './preview-regrade.ts'
import { lockUndecidedRegrade, requireRegrade, type RegradeRow } from './queries.ts'
import { describeChange } from './rules.ts'

/** Changes the question, and lets a job correct the attempts and points. */
export async function agreeToRegrade(app: App, who: Pick<AdminUser, 'id'>, regradeId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    // Like every change to questions, locks the video first.
    const { videoId } = await requireRegrade(tx, regradeId)
    await lockVideoForQuestions(tx, videoId)
    const regrade = await lockUndecidedRegrade(tx, regradeId)
    const ruling = await ruleOnMatter(app, tx, who, { began: regrade.proposedAt, decidedBy: endpoint })
    requireAgreement(ruling, regrade.proposedBy === who.id)
    if (regrade.preview === null) fail('preview_missing')
    await changeQuestion(tx, regrade)
    await storeDecision(app, tx, { who, regrade, decision: 'agreed' })
    await app.jobs.send(tx, chooseQueue(regrade), { regradeId })
  })
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
  const { id, questionId } = regrade
  await tx.update(regrades).set({ decision, decidedBy: who.id, decidedAt: app.clock.now() }).where(eq(regrades.id, id))
  const details = { regradeId: id, ...describeChange(regrade) }
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
