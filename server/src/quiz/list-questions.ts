// A video's public questions: without their correct answers, even for admins.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listQuestions as endpoint } from '@baobab/contract/quiz/endpoints.ts'
import type { App } from '../platform/app.ts'
import type { SessionUser } from '../platform/http/auth.ts'
import type { VideoRow } from '../videos/tables.ts'
import { findAttempt, requireAccessibleVideo, type QuestionRow } from './queries.ts'
import { chooseForStudent, loadPool } from './question-pool.ts'
import { publicOptionOrder } from './rules.ts'

/**
 * Returns the quiz questions that the caller is asked, with options in an order that reveals nothing: those of the attempt if
 * there is one, otherwise those a new attempt would have. Everyone who is not a student gets the same sample.
 */
export async function listQuestions(
  app: App,
  who: SessionUser | undefined,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<ReplyOf<typeof endpoint>> {
  const video = await requireAccessibleVideo(app, who, quiz.videoTitle)
  const studentId = who?.kind === 'student' ? who.id : undefined
  const rows = await loadShare(app, { video, ageCategory: quiz.ageCategory, studentId })
  return rows.map((row) => ({
    _id: row.id,
    question: row.question,
    options: publicOptionOrder(row),
    videoTitle: video.title,
    ageCategory: quiz.ageCategory,
  }))
}

type Share = { video: VideoRow; ageCategory: AgeCategory; studentId: string | undefined }

async function loadShare(app: App, { video, ageCategory, studentId }: Share): Promise<QuestionRow[]> {
  const quiz = { videoId: video.id, ageCategory }
  const pool = await loadPool(app.db, quiz)
  const started = studentId === undefined ? undefined : await findAttempt(app, { studentId, video, ageCategory })
  if (!started) return chooseForStudent(app, { pool, quiz, studentId })
  const asked = new Set(started.attempt.questionSnapshot.map(({ id }) => id))
  return pool.questions.filter(({ id }) => asked.has(id))
}
