// What an attempt changed on the leaderboard, shown with its result.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { RESULT_MOVEMENT_MS } from '@baobab/contract/quiz/rules.ts'
import type { AttemptMovement } from '@baobab/contract/quiz/endpoints.ts'
import { readScoreAt } from '../leaderboard/board-weeks.ts'
import { readHidesMovement } from '../leaderboard/hide-movement.ts'
import { loadNeighbourhood } from '../leaderboard/neighbours.ts'
import type { App } from '../platform/app.ts'
import { preparedQuery } from '../platform/database/database.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { failWithoutAttempt } from './former-attempts.ts'
import { isAttemptAt, preparedQuizNow, toAddressValues, toClockValues } from './queries.ts'
import { lockedSince, scoreAttempt } from './rules.ts'
import { attempts } from './tables.ts'

const attemptNowQuery = preparedQuery((db) =>
  db.select({ attempt: attempts, now: preparedQuizNow() }).from(attempts).where(isAttemptAt()).prepare('attempt-now'),
)

/**
 * Returns the movement caused by a just finished attempt. Null while it is running, an hour later, after other points, and for
 * a student who is not listed in the category, is on hold, or hides movement.
 */
export async function readMovement(
  app: App,
  who: StudentUser,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<AttemptMovement | null> {
  const address = { studentId: who.id, ...quiz }
  const [found] = await attemptNowQuery(app.db).execute({ ...toAddressValues(address), ...toClockValues(app) })
  const { attempt, now } = found ?? (await failWithoutAttempt(app, address))
  const lockedAt = lockedSince(attempt, now)
  if (!lockedAt || now.getTime() - lockedAt.getTime() > RESULT_MOVEMENT_MS) return null
  const around = await loadNeighbourhood(app.db, who.id, quiz.ageCategory)
  if (!around || around.me.is_held || (await readHidesMovement(app, who.id))) return null
  const { rankBefore, scoreBefore, startedAt } = attempt
  // Points from another quiz or a regrade would look as if this quiz had earned them.
  const { score: earned } = scoreAttempt(attempt)
  if (around.me.score !== (scoreBefore ?? 0) + earned) return null
  const rankNow = app.ranking.rankOf(quiz.ageCategory, around.me.score)
  const behind = around.below[0]
  // A student who earned nothing passed nobody, even with the same score.
  if (!behind || scoreBefore === null || earned === 0) return { rankBefore, rankNow, passed: null }
  const scoreOfBehind = await readScoreAt(app.db, behind.id, startedAt)
  const wasBehind = scoreOfBehind === undefined || scoreOfBehind < scoreBefore
  return { rankBefore, rankNow, passed: wasBehind ? null : behind.username }
}
