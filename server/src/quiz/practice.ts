// Practice of questions that a student has been asked before. It changes no attempts or points.
import { randomInt } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { type AgeCategory, lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { DAILY_PRACTICE_QUESTIONS } from '@baobab/contract/quiz/rules.ts'
import type * as contract from '@baobab/contract/quiz/practice.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { hasAccess } from '../payments/queries.ts'
import { isPublished } from '../videos/queries.ts'
import { videos, type VideoRow } from '../videos/tables.ts'
import { hasFormerAttempt } from './former-attempts.ts'
import { linkOptionPictures } from './option-pictures.ts'
import { findAttempt, quizNow, requireAccessibleVideo, type AttemptRow } from './queries.ts'
import { snapshotColumns, withSnapshots } from './question-snapshots.ts'
import { chooseForStudent, loadPool, type QuizKey } from './question-pool.ts'
import {
  chooseReplay,
  countAsked,
  findOption,
  isCorrect,
  lockedSince,
  makeQuestionSnapshot,
  revealAnswer,
  shuffleOptions,
  type SnapshotQuestion,
} from './rules.ts'
import { answers, attempts } from './tables.ts'
import { practiceAnswers } from './streak-tables.ts'

type Quiz = { videoTitle: string; ageCategory: AgeCategory }
type QuizOfVideo = Quiz & { videoId: string }
type Practised = { video: VideoRow; questions: readonly SnapshotQuestion[] }

/**
 * Loads the questions that a student may practise: those of their own finished attempt that are not void, or today's if an erased
 * account with the same mailbox had started the quiz. Fails with 403 while the attempt is running, and with 404 if there is none.
 */
async function loadPractised(app: App, who: StudentUser, { videoTitle, ageCategory }: Quiz): Promise<Practised> {
  const video = await requireAccessibleVideo(app, who, videoTitle)
  const found = await findAttempt(app, { studentId: who.id, video, ageCategory })
  if (found) {
    if (!lockedSince(found.attempt, found.now)) fail('attempt_open')
    return { video, questions: found.attempt.questionSnapshot.filter(({ voided }) => !voided) }
  }
  const quiz = { videoId: video.id, ageCategory }
  if (!(await hasFormerAttempt(app, who.id, quiz))) fail('not_found')
  const pool = await loadPool(app.db, quiz)
  return { video, questions: await chooseForStudent(app, { pool, quiz, studentId: who.id }) }
}

/** Returns the questions of a finished quiz in a new order, without their correct answers. */
export async function readPractice(
  app: App,
  who: StudentUser,
  quiz: Quiz,
): Promise<ReplyOf<typeof contract.readPractice>> {
  const { video, questions } = await loadPractised(app, who, quiz)
  return ask(app, who, { video, ageCategory: quiz.ageCategory, questions })
}

/** Returns questions of a finished quiz's pool that are new to the student, without their correct answers. */
export async function readReplay(app: App, who: StudentUser, quiz: Quiz): Promise<ReplyOf<typeof contract.readReplay>> {
  const { video, questions } = await loadPractised(app, who, quiz)
  const { ageCategory } = quiz
  const pool = await loadPool(app.db, { videoId: video.id, ageCategory })
  const practised = await listPractised(app, who.id)
  const seen = new Set([...questions.map(({ id }) => id), ...practised])
  const count = countAsked(pool.questions.length, pool.askedCount)
  const chosen = chooseReplay(pool.questions, { seen, count }, (below) => randomInt(below))
  return ask(app, who, { video, ageCategory, questions: chosen })
}

/** Returns the ids of the questions that a student has practised. */
export async function listPractised(app: App, studentId: string, day?: string): Promise<string[]> {
  const rows = await app.db
    .selectDistinct({ id: practiceAnswers.questionId })
    .from(practiceAnswers)
    .where(and(eq(practiceAnswers.studentId, studentId), day === undefined ? undefined : eq(practiceAnswers.day, day)))
  return rows.map(({ id }) => id)
}

function ask(app: App, who: StudentUser, { video, ageCategory, questions }: Practised & Pick<Quiz, 'ageCategory'>) {
  const quiz = { videoTitle: video.title, videoId: video.id, ageCategory }
  const asked = makeQuestionSnapshot(questions, (below) => randomInt(below))
  return { questions: asked.map((question) => toPracticeQuestion(app, who, question, quiz)) }
}

/** Finds a question of a quiz's pool: a replay asks questions that the attempt did not. */
async function findInPool(app: App, quiz: QuizKey, id: string): Promise<SnapshotQuestion | undefined> {
  const { questions } = await loadPool(app.db, quiz)
  return questions.find((question) => question.id === id)
}

function toPracticeQuestion(
  app: App,
  who: StudentUser,
  asked: SnapshotQuestion,
  { videoTitle, videoId, ageCategory }: QuizOfVideo,
) {
  const { id, question, options } = asked
  return { _id: id, question, options, pictures: linkOptionPictures(app, who, asked), videoTitle, videoId, ageCategory }
}

/** Judges an answer. The first answer to a question on a day is recorded for the streak and the admins' statistics. */
export async function answerPractice(
  app: App,
  who: StudentUser,
  { triviaId, answer, ...quiz }: Quiz & { triviaId: string; answer: string },
): Promise<ReplyOf<typeof contract.answerPractice>> {
  const { video, questions } = await loadPractised(app, who, quiz)
  const question =
    questions.find(({ id }) => id === triviaId) ??
    (await findInPool(app, { videoId: video.id, ageCategory: quiz.ageCategory }, triviaId)) ??
    fail('question_not_found')
  const option = findOption(question, answer) ?? failField('answer', quizText.selectAnswer)
  const correct = isCorrect(question, option)
  const now = app.clock.now()
  await app.db
    .insert(practiceAnswers)
    .values({
      studentId: who.id,
      questionId: triviaId,
      day: lagosDate(now),
      videoId: video.id,
      ageCategory: quiz.ageCategory,
      isCorrect: correct,
      answeredAt: now,
    })
    .onConflictDoNothing()
  const message = correct ? quizText.correctAnswer : quizText.incorrectAnswer
  return { message, correct, triviaId, answer: option, ...revealAnswer(question) }
}

/** A finished attempt and the title of its video. */
export type FinishedQuiz = Pick<AttemptRow, 'id' | 'videoId' | 'ageCategory' | 'questionCount'> & {
  title: string
  /** How many of its questions are not void. */
  practicableCount: number
}

/** Reads only snapshots that a regrade has changed: the others have no void question. */
const practicableCount = sql<number>`case when ${attempts.snapshotVersion} = 0 then ${attempts.questionCount}
  else (select count(*)::integer from asked_questions(${attempts.questionSnapshot}, ${attempts.snapshotId}, ${attempts.asked})
    as question where not question ? 'voided') end`

/** Lists a student's finished quizzes whose videos the student may open, in the order of the videos. */
export async function listFinishedQuizzes(app: App, who: StudentUser): Promise<FinishedQuiz[]> {
  const { id, videoId, ageCategory, questionCount, deadline, lockedAt } = attempts
  const rows = await app.db
    .select({
      quiz: { id, videoId, ageCategory, questionCount, practicableCount },
      times: { deadline, lockedAt },
      title: videos.title,
      access: videos.access,
      now: quizNow(app),
    })
    .from(attempts)
    .innerJoin(videos, eq(videos.id, attempts.videoId))
    .where(
      and(
        eq(attempts.studentId, who.id),
        isNull(attempts.resetAt),
        isNull(videos.deletedAt),
        isPublished(app.clock.now()),
      ),
    )
    .orderBy(asc(videos.position), asc(attempts.id))
  const isPaid = await hasAccess(app.db, who.id)
  return rows.flatMap(({ quiz, times, title, access, now }) =>
    lockedSince(times, now) && (access === 'free' || isPaid) ? [{ ...quiz, title }] : [],
  )
}

type OldQuestion = { question: SnapshotQuestion; quiz: QuizOfVideo; wasCorrect: boolean }

/**
 * Returns the questions of finished quizzes. `wasCorrect` is the outcome of the last practice before `today`, or otherwise of
 * the quiz.
 */
async function loadOldQuestions(
  app: App,
  who: StudentUser,
  { finished, today }: { finished: readonly FinishedQuiz[]; today: string },
): Promise<OldQuestion[]> {
  if (finished.length === 0) return []
  const ids = finished.map(({ id }) => id)
  const rows = await app.db
    .select({ id: attempts.id, ...snapshotColumns })
    .from(attempts)
    .where(inArray(attempts.id, ids))
  const asked = await withSnapshots(app, rows)
  const snapshotOf = new Map(asked.map((row) => [row.id, row.questionSnapshot]))
  const given = await app.db.select().from(answers).where(inArray(answers.attemptId, ids))
  const answerOf = new Map(given.map((row) => [`${row.attemptId} ${row.questionId}`, row.answer]))
  const practised = await app.db
    .selectDistinctOn([practiceAnswers.questionId])
    .from(practiceAnswers)
    .where(and(eq(practiceAnswers.studentId, who.id), lt(practiceAnswers.day, today)))
    .orderBy(practiceAnswers.questionId, desc(practiceAnswers.day))
  const outcomeOf = new Map(practised.map((row) => [row.questionId, row.isCorrect]))
  return finished.flatMap((quiz) =>
    (snapshotOf.get(quiz.id) ?? []).flatMap((question) => {
      if (question.voided) return []
      const answer = answerOf.get(`${quiz.id} ${question.id}`)
      const wasCorrect = outcomeOf.get(question.id) ?? (answer !== undefined && isCorrect(question, answer))
      const { title: videoTitle, videoId, ageCategory } = quiz
      return [{ question, quiz: { videoTitle, videoId, ageCategory }, wasCorrect }]
    }),
  )
}

/**
 * Chooses the three questions of a day: first those the student last got wrong, then others, in an order that nobody can
 * compute in advance.
 */
export async function chooseDailyPractice(app: App, who: StudentUser, finished: readonly FinishedQuiz[]) {
  const day = lagosDate(app.clock.now())
  const hashOf = (id: string) => computeHmac(app.keys.codes, 'daily practice', who.id, day, id).toString('hex')
  const order = ({ question, wasCorrect }: OldQuestion) => `${wasCorrect ? 1 : 0}${hashOf(question.id)}`
  const chosen = (await loadOldQuestions(app, who, { finished, today: day }))
    .map((old) => ({ old, key: order(old) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, DAILY_PRACTICE_QUESTIONS)
    .map(({ old }) => old)
  const practised = new Set(await listPractised(app, who.id, day))
  return { chosen, isDone: chosen.length > 0 && chosen.every(({ question }) => practised.has(question.id)) }
}

/** Returns the three questions of a day without their correct answers. */
export async function readDailyPractice(
  app: App,
  who: StudentUser,
): Promise<ReplyOf<typeof contract.readDailyPractice>> {
  const { chosen, isDone } = await chooseDailyPractice(app, who, await listFinishedQuizzes(app, who))
  return {
    questions: chosen.map(({ question, quiz }) =>
      toPracticeQuestion(app, who, { ...question, ...shuffleOptions(question, (below) => randomInt(below)) }, quiz),
    ),
    isDone,
  }
}

/** Counts how a quiz was practised: students, first answers of a day, and how many of them were correct. */
export async function countPractice(app: App, { videoId, ageCategory }: { videoId: string; ageCategory: AgeCategory }) {
  const [row] = await app.db
    .select({
      students: sql<number>`count(distinct ${practiceAnswers.studentId})::integer`,
      answered: sql<number>`count(*)::integer`,
      correct: sql<number>`(count(*) filter (where ${practiceAnswers.isCorrect}))::integer`,
    })
    .from(practiceAnswers)
    .where(and(eq(practiceAnswers.videoId, videoId), eq(practiceAnswers.ageCategory, ageCategory)))
  return row ?? { students: 0, answered: 0, correct: 0 }
}
