// A student's turn in a challenge. The server keeps the time and judges the answers; nothing else changes.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { answerChallenge as answerEndpoint, ChallengeTurn } from '@baobab/contract/friends/endpoints.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { StudentRow } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import { isId, type Db, type Tx } from '../platform/database/database.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail, failField } from '../platform/http/errors.ts'
import { requireQuizzesOpen } from '../platform/maintenance/require-open.ts'
import { linkOptionPictures } from '../quiz/option-pictures.ts'
import { findAttempt } from '../quiz/queries.ts'
import { findOption, isCorrect, isSameAnswer, lockedSince, quizSeconds, revealAnswer } from '../quiz/rules.ts'
import { loadOpenVideo } from '../videos/access.ts'
import { videos } from '../videos/tables.ts'
import { loadFriend, lockStudents, requireFriends, type FoundFriend } from './find-friends.ts'
import { notifyFriend } from './notify-friend.ts'
import { describeFor } from './challenge-friend.ts'
import { endOfTurn } from './rules.ts'
import { challengeTurns, friendChallenges, type ChallengeRow, type TurnRow } from './tables.ts'

type Played = FoundFriend & { challenge: ChallengeRow }

/** Loads a challenge of the caller and a friend. Fails with 404 for any other. */
async function findChallenge(app: App, db: Db | Tx, who: StudentUser, challengeId: string): Promise<Played> {
  if (!isId(challengeId)) fail('challenge_not_found')
  const [challenge] = await db.select().from(friendChallenges).where(eq(friendChallenges.id, challengeId))
  const found = challenge && (await loadFriend(app, db, who, challenge.friendshipId))
  return found ? { challenge, ...found } : fail('challenge_not_found')
}

/** Loads a challenge like `findChallenge`, with its turns, and with both students locked. */
async function lockChallenge(
  app: App,
  tx: Tx,
  who: StudentUser,
  challengeId: string,
): Promise<Played & { turns: TurnRow[] }> {
  const { other } = await findChallenge(app, tx, who, challengeId)
  await lockStudents(tx, [who.id, other.id])
  const turns = await tx.select().from(challengeTurns).where(eq(challengeTurns.challengeId, challengeId))
  return { ...(await findChallenge(app, tx, who, challengeId)), turns }
}

/** Fails with 404 while the caller's own quiz is running, or was reset: its questions may count for points again. */
async function requireFinishedQuiz(app: App, { id: studentId }: StudentUser, played: Played): Promise<void> {
  const { videoId, ageCategory } = played.challenge
  const [video] = await app.db.select().from(videos).where(eq(videos.id, videoId))
  const found = video && (await findAttempt(app, { studentId, video, ageCategory }))
  if (!found || !lockedSince(found.attempt, found.now)) fail('challenge_not_found')
}

/** Starts the caller's turn, or returns the running one with the same deadline. */
export async function startChallenge(app: App, who: StudentUser, challengeId: string): Promise<ChallengeTurn> {
  await requireFriends(app, app.db, who)
  const found = await findChallenge(app, app.db, who, challengeId)
  const video = await loadOpenVideo(app, who, found.challenge.videoId)
  await requireFinishedQuiz(app, who, found)
  return app.db.transaction(async (tx) => {
    const { challenge, other, turns } = await lockChallenge(app, tx, who, challengeId)
    const me = await requireFriends(app, tx, who)
    const now = app.clock.now()
    const state = describeFor({ challenge, turns }, who.id, now)?.state
    if (state !== 'open' && state !== 'playing') fail('challenge_not_found')
    const turn = turns.find(({ studentId }) => studentId === who.id) ?? (await insertTurn(app, tx, challenge, me))
    return {
      _id: challenge.id,
      username: other.username,
      videoTitle: video.title,
      ageCategory: challenge.ageCategory,
      startedAt: turn.startedAt.toISOString(),
      seconds: turn.seconds,
      deadline: turn.deadline.toISOString(),
      serverNow: now.toISOString(),
      questions: challenge.questions.map((asked) => ({
        _id: asked.id,
        question: asked.question,
        options: asked.options,
        pictures: linkOptionPictures(app, who, { pictures: asked.pictures ?? null }),
      })),
      answers: turn.answers.flatMap(({ questionId, answer, isCorrect: correct }) => {
        const question = challenge.questions.find(({ id }) => id === questionId)
        return question ? [{ triviaId: questionId, answer, correct, ...revealAnswer(question) }] : []
      }),
    }
  })
}

async function insertTurn(
  app: App,
  tx: Tx,
  { id: challengeId, questions }: ChallengeRow,
  student: StudentRow,
): Promise<TurnRow> {
  requireQuizzesOpen(app)
  const [studentId, startedAt] = [student.id, app.clock.now()]
  const seconds = Math.trunc(quizSeconds(student, questions))
  const deadline = new Date(startedAt.getTime() + seconds * 1_000)
  const [turn] = await tx
    .insert(challengeTurns)
    .values({ challengeId, studentId, startedAt, seconds, deadline })
    .returning()
  if (!turn) throw new Error('The turn was not stored.')
  return turn
}

/** Judges an answer in a running turn, once. The last answer ends the turn. */
export async function answerChallenge(
  app: App,
  who: StudentUser,
  { challengeId, triviaId, answer }: { challengeId: string; triviaId: string; answer: string },
): Promise<ReplyOf<typeof answerEndpoint>> {
  await requireFriends(app, app.db, who)
  await requireFinishedQuiz(app, who, await findChallenge(app, app.db, who, challengeId))
  return app.db.transaction(async (tx) => {
    const played = await lockChallenge(app, tx, who, challengeId)
    await requireFriends(app, tx, who)
    const { challenge, turns } = played
    const turn = turns.find(({ studentId }) => studentId === who.id) ?? fail('challenge_not_found')
    const question = challenge.questions.find(({ id }) => id === triviaId) ?? fail('question_not_found')
    const option = findOption(question, answer) ?? failField('answer', quizText.selectAnswer)
    const earlier = turn.answers.find(({ questionId }) => questionId === triviaId)
    if (earlier && !isSameAnswer(earlier.answer, option)) fail('already_answered')
    if (!earlier && endOfTurn(turn, app.clock.now())) fail('time_is_up')
    const correct = isCorrect(question, option)
    if (!earlier) {
      const given = { questionId: triviaId, answer: option, isCorrect: correct }
      await storeAnswer(app, tx, { ...played, turn, given })
    }
    const message = correct ? quizText.correctAnswer : quizText.incorrectAnswer
    return { message, correct, triviaId, answer: option, ...revealAnswer(question) }
  })
}

async function storeAnswer(
  app: App,
  tx: Tx,
  {
    challenge,
    turn,
    turns,
    given,
    other,
  }: Played & { turn: TurnRow; turns: TurnRow[]; given: TurnRow['answers'][number] },
): Promise<void> {
  const answers = [...turn.answers, given]
  await tx.update(challengeTurns).set({ answers }).where(isTurn(turn))
  if (answers.length === challenge.questions.length)
    await endTurn(app, tx, { turn, turns, at: app.clock.now(), otherId: other.id })
}

const isTurn = ({ challengeId, studentId }: TurnRow) =>
  and(eq(challengeTurns.challengeId, challengeId), eq(challengeTurns.studentId, studentId))

type Ending = {
  turn: TurnRow
  turns: readonly TurnRow[]
  at: Date
  otherId: string
}

/** Ends a turn. If the friend's turn had ended before, the friend is told. The caller has locked both students. */
export async function endTurn(app: App, tx: Tx, { turn, turns, at, otherId }: Ending): Promise<void> {
  await tx
    .update(challengeTurns)
    .set({ finishedAt: at })
    .where(and(isTurn(turn), isNull(challengeTurns.finishedAt)))
  const theirs = turns.find(({ studentId }) => studentId === otherId)
  const end = theirs && endOfTurn(theirs, app.clock.now())
  if (end && end <= at) await notifyFriend(app, tx, { to: otherId, from: turn.studentId, about: 'result' })
}
