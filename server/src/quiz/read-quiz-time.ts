// Tells a student before a quiz starts how much time there will be. With reading aloud, it depends on the student's questions.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { findStudentById } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { requireVideoAccess } from '../videos/access.ts'
import { findVideoByTitle } from '../videos/queries.ts'
import { requirePublished } from './queries.ts'
import { chooseForStudent, loadPool } from './question-pool.ts'
import { quizSeconds } from './rules.ts'

/** Returns the seconds that an attempt would get if it started now. */
export async function readQuizTime(
  app: App,
  who: StudentUser,
  { videoTitle, ageCategory }: { videoTitle: string; ageCategory: AgeCategory },
): Promise<{ seconds: number }> {
  const video = (await findVideoByTitle(app.db, videoTitle)) ?? fail('video_not_found')
  requirePublished(app, who, video)
  await requireVideoAccess(app, who, video)
  const student = (await findStudentById(app.db, who.id)) ?? fail('unauthorised')
  const quiz = { videoId: video.id, ageCategory }
  const pool = await loadPool(app.db, quiz)
  return { seconds: quizSeconds(student, await chooseForStudent(app, { pool, quiz, studentId: who.id })) }
}
