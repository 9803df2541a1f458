// Accepts one answer per question. A single statement decides whether the answer is the first and in time, and awards its
// points. If the server is killed before the commit, nothing is stored, and a repeated request gets the same reply.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { Tap } from '@baobab/contract/quiz/answer-tap.ts'
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import type { AnswerResult } from '@baobab/contract/quiz/endpoints.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { voidSentences } from '@baobab/contract/quiz/voids.ts'
import { awardPoints } from '../leaderboard/award-points.ts'
import { requireNoPause } from '../platform/maintenance/require-open.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { requireVideoAccess } from '../videos/access.ts'
import { findAttemptByTitle, loadAnswer, type AnswerableAttempt } from './queries.ts'
import {
  explainRefusal,
  findOption,
  revealAnswer,
  scoreAnswer,
  type GivenAnswer,
  type SnapshotQuestion,
} from './rules.ts'
import { findOrOpenAttempt, requireCategory } from './start-attempt.ts'

type Submission = {
  videoTitle: string
  ageCategory: AgeCategory
  triviaId: string
  answer: string
  /** The caller's network address, for an answer that opens the attempt. */
  address: string
  /** Missing if the browser did not send it. It is stored but decides nothing, because anyone can set a phone's clock. */
  tap?: Tap | undefined
}
type ChosenOption = { question: SnapshotQuestion; option: string }
type Outcome = { is_taken: boolean; is_stale: boolean; deadline: Date; locked_at: Date | null }

// Locks the attempt's row first, so that answers to one attempt run one after another while different attempts do not block
// each other. An answer judged by a snapshot that a regrade has changed since is not accepted.
const TAKE_ANSWER = `
with attempt as (
  select id, age_category, deadline, locked_at, snapshot_version <> $8::integer as is_stale,
    date_trunc('milliseconds', clock_timestamp() + $6::float8 * interval '1 millisecond') as now
  from attempts where id = $1 and student_id = $9::uuid and reset_at is null
  for no key update
), answer as (
  insert into answers (attempt_id, student_id, question_id, answer, correct, points, answered_at, tapped_at, waited_ms)
  select id, $9::uuid, $2::uuid, $3::text, $4::boolean, $5::integer, now, $10::timestamptz, $11::integer from attempt
  where not is_stale and locked_at is null and now <= deadline + $7::float8 * interval '1 millisecond'
  on conflict do nothing
  returning question_id, correct, points, answered_at
), counted as (
  update attempts set
    answered_count = answered_count + 1,
    correct_count = correct_count + answer.correct::integer,
    locked_at = case when answered_count + 1 = question_count then answered_at end
  from answer where attempts.id = $1 and attempts.student_id = $9::uuid
), award as (
  select attempt.age_category, answer.points, answer.answered_at as at, attempt.id as attempt_id,
    answer.question_id, gen_random_uuid() as new_entry_id
  from attempt, answer
), ${awardPoints('$9')}
select exists (select from answer) as is_taken, is_stale, deadline, locked_at from attempt`

/** Accepts an answer. The first answer starts the attempt if none is running. */
export async function answerQuestion(app: App, who: StudentUser, submission: Submission): Promise<AnswerResult> {
  requireNoPause(app)
  // An answer that belongs to none of the questions must not start an attempt.
  const check = (questions: readonly SnapshotQuestion[]) => void parseChoice(questions, submission)
  const attempt =
    (await findAccessibleAttempt(app, who, submission)) ??
    (await findOrOpenAttempt(app, who, submission, check)).attempt
  const choice = parseChoice(attempt.questionSnapshot, submission)
  const given = await takeAnswer(app, who, attempt, { ...choice, tap: submission.tap })
  // If an admin has just reset the attempt, the answer opens a new one. If the key has just changed, it is judged again.
  return given ? toReply(choice, given) : answerQuestion(app, who, submission)
}

async function findAccessibleAttempt(
  app: App,
  who: StudentUser,
  { videoTitle, ageCategory }: Submission,
): Promise<AnswerableAttempt | undefined> {
  const found = await findAttemptByTitle(app, { studentId: who.id, videoTitle, ageCategory })
  if (found) await requireVideoAccess(app, who, found.video)
  return found?.attempt
}

function parseChoice(questionSnapshot: readonly SnapshotQuestion[], { triviaId, answer }: Submission): ChosenOption {
  const question = questionSnapshot.find(({ id }) => id === triviaId) ?? fail('question_not_found')
  const option = findOption(question, answer) ?? failField('answer', quizText.selectAnswer)
  return { question, option }
}

/** Stores the answer, or refuses it with a reason. Returns undefined if the attempt was reset or regraded in the meantime. */
async function takeAnswer(
  app: App,
  who: StudentUser,
  attempt: AnswerableAttempt,
  { question, option, tap }: ChosenOption & Pick<Submission, 'tap'>,
): Promise<GivenAnswer | undefined> {
  const score = scoreAnswer(question, option)
  const { rows } = await app.pool.query<Outcome>({
    name: 'take-answer',
    text: TAKE_ANSWER,
    values: [
      attempt.id,
      question.id,
      option,
      score.correct,
      score.points,
      app.clock.offsetMs(),
      GRACE_MS,
      attempt.snapshotVersion,
      who.id,
      tap?.tappedAt.toISOString() ?? null,
      tap?.waitedMs ?? null,
    ],
  })
  const [outcome] = rows
  if (!outcome || outcome.is_stale) return undefined
  if (outcome.is_taken) return { answer: option, ...score }
  const refusal = explainRefusal({
    deadline: outcome.deadline,
    lockedAt: outcome.locked_at,
    // Read in a second statement, because the first may not see an answer committed while it was waiting for the row.
    earlier: await loadAnswer(app, who.id, { attemptId: attempt.id, questionId: question.id }),
    answer: option,
  })
  if (refusal.reason === 'repeated')
    return { answer: refusal.earlier.answer, ...scoreAnswer(question, refusal.earlier.answer) }
  // Once the attempt is over, a student who has left the category is refused for that reason instead.
  if (refusal.reason !== 'already_answered') requireCategory(app, who, attempt.ageCategory)
  return fail(refusal.reason)
}

const describeOutcome = ({ voided }: SnapshotQuestion, correct: boolean) =>
  voided ? voidSentences[voided] : correct ? quizText.correctAnswer : quizText.incorrectAnswer

function toReply({ question }: ChosenOption, { answer, correct, points }: GivenAnswer): AnswerResult {
  return {
    message: describeOutcome(question, correct),
    correct,
    points,
    triviaId: question.id,
    answer,
    ...revealAnswer(question),
  }
}
