// One answer to one question, once. A single statement decides 'once' and 'late' and awards the points; whatever is
// killed before its commit leaves nothing, whatever is sent again after it gets the same reply.
import { leavesCategoryOn, type AgeCategory } from '@baobab/contract/age.ts'
import { GRACE_MS } from '@baobab/contract/limits.ts'
import type { AnswerResult } from '@baobab/contract/quiz.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { App } from '../platform/app.ts'
import { AWARD_POINTS } from '../leaderboard/award-points.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { requireVideoAccess } from '../videos/access.ts'
import {
  loadAnswer,
  findAttemptByTitle,
  findAttempt,
  requireAccessibleVideo,
  type AnswerableAttempt,
} from './queries.ts'
import { judge, findOption, scoreAnswer, type GivenAnswer, type SnapshotQuestion } from './rules.ts'
import { prepareQuestionSnapshot, openAttempt, requireCategory } from './start-attempt.ts'

type Answering = { videoTitle: string; ageCategory: AgeCategory; triviaId: string; answer: string }
type Choice = { question: SnapshotQuestion; option: string }
type Taken = { is_taken: boolean; now: Date; deadline: Date; locked_at: Date | null }

// The row of the attempt is locked first: answers of one attempt take turns, those of different ones never meet.
const TAKE_ANSWER = `
with attempt as (
  select id, student_id, age_category, deadline, locked_at,
    date_trunc('milliseconds', clock_timestamp() + $6::float8 * interval '1 millisecond') as now
  from attempts where id = $1 and reset_at is null
  for no key update
), answer as (
  insert into answers (attempt_id, question_id, answer, correct, points, answered_at)
  select id, $2::uuid, $3::text, $4::boolean, $5::integer, now from attempt
  where locked_at is null and now <= deadline + $7::float8 * interval '1 millisecond'
  on conflict do nothing
  returning question_id, correct, points, answered_at
), counted as (
  update attempts set
    answered_count = answered_count + 1,
    correct_count = correct_count + answer.correct::integer,
    locked_at = case when answered_count + 1 = question_count then answered_at end
  from answer where attempts.id = $1
), award as (
  select attempt.student_id, attempt.age_category, $8::date as leaves_on, answer.points, answer.answered_at as at, attempt.id as attempt_id,
    answer.question_id, gen_random_uuid() as new_standing_id
  from attempt, answer
), ${AWARD_POINTS}
select exists (select from answer) as is_taken, now, deadline, locked_at from attempt`

/** Takes an answer; the first one starts the attempt where none runs. */
export async function answerQuestion(app: App, who: StudentUser, answering: Answering): Promise<AnswerResult> {
  const attempt = (await runningAttempt(app, who, answering)) ?? (await attemptByAnswer(app, who, answering))
  const choice = choiceOf(attempt.paper, answering)
  const given = await takeAnswer(app, who, attempt, choice)
  // An admin reset the attempt a moment ago: the answer finds none, and so opens one.
  return given ? resultOf(choice, given) : answerQuestion(app, who, answering)
}

async function runningAttempt(
  app: App,
  who: StudentUser,
  answering: Answering,
): Promise<AnswerableAttempt | undefined> {
  const { videoTitle: title, ageCategory } = answering
  const found = await findAttemptByTitle(app, { studentId: who.id, title, ageCategory })
  if (found) await requireVideoAccess(app, who, found.video)
  return found?.attempt
}

/** The attempt of a former title; else opens one, if the answer is to one of its questions. */
async function attemptByAnswer(app: App, who: StudentUser, answering: Answering): Promise<AnswerableAttempt> {
  const video = await requireAccessibleVideo(app, who, answering.videoTitle)
  const key = { studentId: who.id, video, ageCategory: answering.ageCategory }
  const earlier = await findAttempt(app, key)
  if (earlier) return earlier.attempt
  const paper = await prepareQuestionSnapshot(app, who, key)
  choiceOf(paper, answering)
  return (await openAttempt(app, key, paper)).attempt
}

function choiceOf(paper: readonly SnapshotQuestion[], { triviaId, answer }: Answering): Choice {
  const question = paper.find(({ id }) => id === triviaId) ?? fail('question_not_found')
  const option = findOption(question, answer) ?? failField('answer', quizText.selectAnswer)
  return { question, option }
}

/** Puts the choice into the attempt, or finds why it cannot be; nothing where the attempt counts no more. */
async function takeAnswer(
  app: App,
  who: StudentUser,
  attempt: AnswerableAttempt,
  choice: Choice,
): Promise<GivenAnswer | undefined> {
  const { question, option } = choice
  const worth = scoreAnswer(question, option)
  const { rows } = await app.pool.query<Taken>({
    name: 'take-answer',
    text: TAKE_ANSWER,
    values: [
      attempt.id,
      question.id,
      option,
      worth.correct,
      worth.points,
      app.clock.offsetMs(),
      GRACE_MS,
      leavesCategoryOn(who.birth, attempt.ageCategory),
    ],
  })
  const [taken] = rows
  if (!taken) return undefined
  if (taken.is_taken) return { answer: option, ...worth }
  const verdict = judge({
    attempt: { deadline: taken.deadline, lockedAt: taken.locked_at },
    question,
    earlier: await loadAnswer(app, attempt.id, question.id),
    answer: option,
    now: taken.now,
  })
  if (verdict.kind === 'repeat') return verdict
  if (verdict.kind === 'accepted') throw new Error('The statement refused an answer that the rules accept.')
  if (verdict.kind === 'conflict') return fail('already_answered')
  requireCategory(app, who, attempt.ageCategory)
  return fail(verdict.kind === 'late' ? 'time_is_up' : 'quiz_completed')
}

function resultOf({ question }: Choice, { answer, correct, points }: GivenAnswer): AnswerResult {
  return {
    message: correct ? quizText.correctAnswer : quizText.incorrectAnswer,
    correct,
    points,
    triviaId: question.id,
    answer,
  }
}
