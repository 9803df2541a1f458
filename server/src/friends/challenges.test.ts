import { GRACE_MS, QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import { CHALLENGE_DAYS, CHALLENGE_KEPT_DAYS } from '@baobab/contract/friends/rules.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePayment, makeQuiz, makeStudent, makeVideo, type MadeStudent } from '../../test/factories.ts'
import { friendCalls } from '../../test/friends.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { expectRefusalWithoutWrites, quizCalls } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { pointsLedger } from '../leaderboard/tables.ts'
import { attempts } from '../quiz/tables.ts'
import { videos } from '../videos/tables.ts'
import { deleteOldFriendData, endOverdueTurns } from './clean-up.ts'
import { challengeTurns, friendChallenges, friendNotifications } from './tables.ts'

const t = await openStillTestApp({ RATE_LIMIT_FACTOR: '0' })
const opened = t.app.clock.now()
const { list, befriend, remove, challenge, start, answer, play } = friendCalls((token) => t.as(token))
const quizzes = quizCalls((token) => t.as(token))
const [ada, bola, stranger] = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
const quiz = await makeQuiz(t, { count: 6 })
const friendId = await befriend(ada, bola)
beforeEach(async () => {
  await t.app.db.delete(friendChallenges)
  await t.app.db.delete(friendNotifications)
})
afterEach(() => t.app.clock.set(opened))

const takeQuiz = async (student: MadeStudent, taken = quiz) => {
  await quizzes.answer(student, taken, 0, 'right')
  await quizzes.finish(student, taken)
}
const make = async (by = ada) => (await challenge(by, friendId)).challengeId
const countNotifications = async ({ username, token }: MadeStudent) =>
  (await t.as(token)(studentNotifications, { params: { username }, query: {} })).notifications.length

describe('before both have done the quiz of a video', () => {
  it('there is no challenge', async () => {
    const none = { status: 409, code: 'no_shared_quiz' }
    await expectRefusalWithoutWrites(t, make, none)
    await quizzes.start(ada, quiz)
    await takeQuiz(bola)
    await expectRefusalWithoutWrites(t, make, none)
    await quizzes.finish(ada, quiz)
    expect((await list(ada)).friends).toMatchObject([{ challengeRefusal: null, pointsThisMonth: 10, streakDays: 1 }])
    await make()
  })

  it('a video counts only while both may open it', async () => {
    const set = (changes: Partial<typeof videos.$inferInsert>) =>
      t.app.db.update(videos).set(changes).where(eq(videos.id, quiz.video.id))
    await set({ isDraft: true })
    expect(await refusal(make())).toMatchObject({ code: 'no_shared_quiz' })
    await set({ isDraft: false, access: 'premium' })
    await makePayment(t, { studentId: ada.id, kinds: ['succeeded'] })
    expect(await refusal(make())).toMatchObject({ code: 'no_shared_quiz' })
    const id = await (async () => {
      await set({ access: 'free' })
      return make()
    })()
    await set({ access: 'premium' })
    expect(await refusal(start(bola, id))).toMatchObject({ status: 402 })
    await set({ access: 'free' })
  })
})

it('both play the same five questions in the same order, and see both results once both have played', async () => {
  const [before, ledger] = [await countNotifications(bola), await t.app.db.$count(pointsLedger)]
  const { message, challengeId } = await challenge(ada, friendId)
  expect(message).toBe('Ready! Answer the questions.')
  expect(await countNotifications(bola)).toBe(before + 1)
  const shown = { _id: challengeId, friendId, videoTitle: quiz.video.title, questionCount: 5, seconds: QUIZ_SECONDS }
  const nothing = { mine: null, theirs: null }
  expect((await list(ada)).challenges).toMatchObject([
    { ...shown, username: bola.username, whose: 'mine', state: 'open' },
  ])
  expect((await list(bola)).challenges).toMatchObject([{ ...shown, whose: 'theirs', state: 'open', ...nothing }])
  const turn = await start(ada, challengeId)
  expect(turn.questions).toHaveLength(5)
  expect(JSON.stringify(turn)).not.toContain('correctAnswer')
  expect((await start(bola, challengeId)).questions).toEqual(turn.questions)
  expect((await list(ada)).challenges).toMatchObject([{ state: 'playing', ...nothing }])
  await play(ada, challengeId, 4)
  expect((await list(ada)).challenges).toMatchObject([{ state: 'waiting', mine: 4, theirs: null }])
  expect((await list(bola)).challenges).toMatchObject([{ state: 'playing', ...nothing }])
  await t.app.db.delete(friendNotifications)
  const unread = await countNotifications(ada)
  await play(bola, challengeId, 5)
  expect((await list(ada)).challenges).toMatchObject([{ state: 'over', mine: 4, theirs: 5 }])
  expect((await list(bola)).challenges).toMatchObject([{ state: 'over', mine: 5, theirs: 4 }])
  expect(await countNotifications(ada)).toBe(unread + 1)
  // The game earns no points, and changes nothing else that counts.
  expect(await t.app.db.$count(pointsLedger)).toBe(ledger)
  expect((await quizzes.list(ada)).attempts).toHaveLength(1)
  expect(await refusal(start(ada, challengeId))).toMatchObject({ code: 'challenge_not_found' })
})

it('the server judges each answer once, and says which was right only after it', async () => {
  const id = await make()
  expect(await refusal(answer(ada, id, quiz.questions[0]?.id ?? ''))).toMatchObject({ code: 'challenge_not_found' })
  const { questions } = await start(ada, id)
  const [first = '', second = ''] = questions.map(({ _id }) => _id)
  const wrong = { message: 'Incorrect answer.', correct: false, answer: 'wrong one', correctAnswer: 'right' }
  expect(await answer(ada, id, first, 'WRONG one')).toMatchObject({ ...wrong, triviaId: first })
  expect(await answer(ada, id, first, 'wrong one')).toMatchObject(wrong)
  expect(await refusal(answer(ada, id, first, 'right'))).toMatchObject({ status: 409, code: 'already_answered' })
  expect(await answer(ada, id, second)).toMatchObject({ message: 'Correct answer!', correct: true })
  expect(await refusal(answer(ada, id, second, 'no option'))).toMatchObject({ status: 400 })
  expect(await refusal(answer(ada, id, friendId))).toMatchObject({ code: 'question_not_found' })
  expect((await start(ada, id)).answers).toMatchObject([{ triviaId: first, correct: false }, { triviaId: second }])
})

it('an answer counts until two seconds after the deadline, which starting again does not move', async () => {
  await t.app.db.update(students).set({ extraTimeFactor: 1.5 }).where(eq(students.id, ada.id))
  const id = await make()
  const { deadline, questions } = await start(ada, id)
  const [first = '', second = ''] = questions.map(({ _id }) => _id)
  expect(Date.parse(deadline) - opened.getTime()).toBe(QUIZ_SECONDS * 1_500)
  t.app.clock.set(new Date(Date.parse(deadline) + GRACE_MS))
  expect((await start(ada, id)).deadline).toBe(deadline)
  await answer(ada, id, first)
  t.app.clock.advance(1)
  expect(await refusal(answer(ada, id, second))).toMatchObject({ status: 409, code: 'time_is_up' })
  expect(await answer(ada, id, first)).toMatchObject({ correct: true })
  expect((await list(ada)).challenges).toMatchObject([{ state: 'waiting', mine: 1 }])
  await t.app.db.update(students).set({ extraTimeFactor: 1 }).where(eq(students.id, ada.id))
})

it('a game whose quiz was reset for a student stops for that student, who may take it for points again', async () => {
  const id = await make()
  const { questions } = await start(ada, id)
  const set = (resetAt: Date | null) => t.app.db.update(attempts).set({ resetAt }).where(eq(attempts.studentId, ada.id))
  await set(opened)
  const gone = { status: 404, code: 'challenge_not_found' }
  await expectRefusalWithoutWrites(t, () => start(ada, id), gone)
  await expectRefusalWithoutWrites(t, () => answer(ada, id, questions[0]?._id ?? ''), gone)
  await start(bola, id)
  await set(null)
  await answer(ada, id, questions[0]?._id ?? '')
})

it('a student whose quizzes are read aloud gets the time to hear these questions', async () => {
  const read = (wantsReading: boolean) => t.app.db.update(students).set({ wantsReading }).where(eq(students.id, ada.id))
  await read(true)
  const id = await make()
  const [listed] = (await list(ada)).challenges
  const { seconds } = await start(ada, id)
  expect(seconds).toBeGreaterThan(QUIZ_SECONDS)
  expect(listed).toMatchObject({ seconds })
  await read(false)
})

it('when the time of the second player runs out, the first is told once', async () => {
  const id = await make()
  await play(ada, id, 5)
  await start(bola, id)
  await t.app.db.delete(friendNotifications)
  const before = await countNotifications(ada)
  t.app.clock.advance(QUIZ_SECONDS * 1_000 + GRACE_MS)
  await endOverdueTurns(t.app)
  expect(await countNotifications(ada)).toBe(before)
  t.app.clock.advance(1)
  for (let n = 0; n < 2; n += 1) await endOverdueTurns(t.app)
  expect(await countNotifications(ada)).toBe(before + 1)
  const deadline = new Date(opened.getTime() + QUIZ_SECONDS * 1_000)
  const turns = await t.app.db.select().from(challengeTurns).where(eq(challengeTurns.studentId, bola.id))
  expect(turns).toMatchObject([{ finishedAt: deadline }])
})

it('at most three challenges with one friend are open, counting those of both', async () => {
  const ids = [await make(), await make(bola), await make()]
  expect((await list(bola)).friends).toMatchObject([{ challengeRefusal: 'too_many_challenges' }])
  await expectRefusalWithoutWrites(t, () => make(bola), { status: 409, code: 'too_many_challenges' })
  await play(ada, ids[0] ?? '', 1)
  await expectRefusalWithoutWrites(t, make, { code: 'too_many_challenges' })
  await play(bola, ids[0] ?? '', 1)
  await make()
})

it('friends start at most ten challenges a day with each other', async () => {
  await make()
  const { rows } = await t.app.db.execute(sql`insert into friend_challenges
    (friendship_id, made_by, video_id, age_category, questions, created_at, expires_at)
    select friendship_id, 'low', video_id, age_category, questions, ${opened}::timestamptz, ${opened}::timestamptz
    from friend_challenges, generate_series(1, 8) returning id`)
  expect(rows).toHaveLength(8)
  await make(bola)
  expect((await list(ada)).friends).toMatchObject([{ challengeRefusal: 'too_many_challenges_today' }])
  await expectRefusalWithoutWrites(t, make, { status: 409, code: 'too_many_challenges_today' })
  await t.app.db.execute(sql`update friend_challenges
    set created_at = created_at - interval '1 day', expires_at = created_at`)
  await make()
})

it('a challenge expires after seven days, and is deleted with its result after thirty', async () => {
  const [missed, played] = [await make(), await make()]
  await play(ada, played, 1)
  await play(bola, played, 2)
  const later = async (days: number, ms = 0) => {
    const by = `${days} days ${ms} milliseconds`
    await t.app.db.execute(sql`update friend_challenges
      set created_at = ${opened}::timestamptz - ${by}::interval, expires_at = ${opened}::timestamptz - ${by}::interval + '7 days'`)
  }
  await later(CHALLENGE_DAYS, -1)
  expect((await list(ada)).challenges).toHaveLength(2)
  await later(CHALLENGE_DAYS)
  expect((await list(ada)).challenges).toMatchObject([{ _id: played, state: 'over' }])
  expect(await refusal(start(ada, missed))).toMatchObject({ code: 'challenge_not_found' })
  await later(CHALLENGE_KEPT_DAYS)
  await deleteOldFriendData(t.app)
  expect(await t.app.db.$count(friendChallenges)).toBe(2)
  await later(CHALLENGE_KEPT_DAYS, 1)
  await deleteOldFriendData(t.app)
  expect(await t.app.db.$count(friendChallenges)).toBe(0)
})

it('the next challenge is about another video that both know', async () => {
  const other = await makeQuiz(t, { video: await makeVideo(t), count: 1 })
  for (const student of [ada, bola]) await takeQuiz(student, other)
  await make()
  await make()
  const challenges = (await list(ada)).challenges
  expect(new Set(challenges.map(({ videoTitle }) => videoTitle))).toEqual(
    new Set([quiz.video.title, other.video.title]),
  )
  expect(new Set(challenges.map(({ questionCount }) => questionCount))).toEqual(new Set([1, 5]))
})

it('nobody else starts, answers or sees a challenge, and it ends with the friendship', async () => {
  const id = await make()
  const { questions } = await start(ada, id)
  const gone = { status: 404, code: 'challenge_not_found' }
  await expectRefusalWithoutWrites(t, () => start(stranger, id), gone)
  await expectRefusalWithoutWrites(t, () => answer(stranger, id, questions[0]?._id ?? ''), gone)
  expect((await list(stranger)).challenges).toEqual([])
  await remove(bola, friendId)
  expect(await refusal(answer(ada, id, questions[0]?._id ?? ''))).toMatchObject(gone)
  expect(await t.app.db.$count(challengeTurns)).toBe(0)
})
