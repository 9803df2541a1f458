// A student ends the quiz by hand. Ending it again changes nothing; ending it late ends it at its deadline.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import type { finishAttempt as endpoint } from '@baobab/contract/quiz.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { databaseNow, findAttempt, requireVideoByTitle } from './queries.ts'
import { scoreAttempt } from './rules.ts'
import { attempts } from './tables.ts'

export async function finishAttempt(
  app: App,
  who: StudentUser,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<ReplyOf<typeof endpoint>> {
  const video = await requireVideoByTitle(app, quiz.videoTitle)
  const key = { studentId: who.id, video, ageCategory: quiz.ageCategory }
  const { attempt: found } = (await findAttempt(app, key)) ?? fail('not_found')
  await app.db
    .update(attempts)
    .set({ lockedAt: sql`least(${attempts.deadline}, ${databaseNow(app.clock.offsetMs())})` })
    .where(and(eq(attempts.id, found.id), isNull(attempts.lockedAt)))
  const { attempt } = (await findAttempt(app, key)) ?? fail('not_found')
  return { ...scoreAttempt(attempt), lockedAt: (attempt.lockedAt ?? attempt.deadline).toISOString() }
}
