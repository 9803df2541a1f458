import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { isId } from '../../platform/database/database.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { clearAskedCount, loadPool, storeAskedCount, type QuizKey } from '../question-pool.ts'
import { lockVideoForQuestions } from './lock-question.ts'

/**
 * Sets how many questions of a quiz each student is asked. Fails with 409 once a student has started it, because all students
 * must be able to reach the same points. Setting the current number again changes nothing.
 */
export async function setAskedCount(
  app: App,
  who: Pick<AdminUser, 'id'>,
  { videoId, ageCategory, askedCount: asked }: QuizKey & { askedCount: number | 'all' },
): Promise<void> {
  const askedCount = asked === 'all' ? null : asked
  await app.db.transaction(async (tx) => {
    const video = (isId(videoId) && (await lockVideoForQuestions(tx, videoId))) || fail('video_not_found')
    const quiz = { videoId: video.id, ageCategory }
    const pool = await loadPool(tx, quiz)
    if (pool.isFixed && askedCount !== pool.askedCount) fail('asked_count_fixed')
    if (askedCount !== null && askedCount > pool.questions.length)
      failField('askedCount', quizAdminText.askedCountTooHigh(pool.questions.length))
    if (askedCount === null) await clearAskedCount(tx, quiz)
    else await storeAskedCount(tx, quiz, { askedCount, isFixed: pool.isFixed })
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'quiz.asked_count_set',
      subject: video.id,
      details: { ageCategory, before: pool.askedCount, askedCount },
    })
  })
}
