import { sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { moveBefore } from '../../videos/rules.ts'
import { lockQuestion } from './lock-question.ts'
import { loadPool } from '../question-pool.ts'
import { questions } from '../tables.ts'

/**
 * Moves a question before another in its quiz, or to the end. Afterwards the positions are 1, 2, 3 and so on. Admins and the
 * public list see this order; each attempt shuffles its own.
 */
export async function orderQuestions(
  app: App,
  who: Pick<AdminUser, 'id'>,
  { id, before }: { id: string; before: string | null },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { question, video } = await lockQuestion(tx, id)
    const pool = await loadPool(tx, question)
    const ids = pool.questions.map((row) => row.id)
    if (before !== null && !ids.includes(before)) fail('not_found')
    const order = JSON.stringify(moveBefore(ids, id, before))
    await tx.execute(sql`
      update ${questions} set position = moved.position
      from jsonb_array_elements_text(${order}::jsonb) with ordinality as moved (id, position)
      where ${questions.id} = moved.id::uuid and ${questions.position} <> moved.position`)
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'question.ordered',
      subject: id,
      details: { videoId: video.id, ageCategory: question.ageCategory, before },
    })
  })
}
