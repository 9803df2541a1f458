// Tests key corrections over HTTP: what they change, who may decide, and what happens to simultaneous answers and starts.
import { randomUUID } from 'node:crypto'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { deleteQuestion, editQuestion, questionStatistics, resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce, openConnections } from '../../../../test/connections.ts'
import { expectScoresToAddUp } from '../../../../test/expect-scores.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  PASSWORD,
  type MadeQuiz,
  type MadeStudent,
} from '../../../../test/factories.ts'
import { openTestApp } from '../../../../test/harness.ts'
import { notificationCalls } from '../../../../test/notifications.ts'
import { refusal } from '../../../../test/refusal.ts'
import { regradeCalls } from '../../../../test/regrade-questions.ts'
import { holdUntilOthersWait } from '../../../../test/report-questions.ts'
import { quizCalls, quizRows } from '../../../../test/take-quiz.ts'
import { notifications } from '../../../notifications/tables.ts'
import { questions, regrades } from '../../tables.ts'
import { applyRegrade } from './apply-regrade.ts'
import { waitForLockWaits } from '../../../../test/lock-waits.ts'

const t = await openTestApp()
const second = await openTestApp({}, t)
const callers: readonly Awaited<ReturnType<typeof openConnections>>[] = [
  await openConnections(t),
  await openConnections(second),
]
const admin = await makeAdmin(t)
const other = await makeAnotherAdmin(t, admin, 'content')

const { start, answer, finish, review } = quizCalls((token) => t.as(token))
const { loadEntry, loadAttempts, loadAnswers, loadPointsLedger } = quizRows(() => t)
const calls = regradeCalls(
  (token) => t.as(token),
  () => ({ proposer: admin.token, other: other.token }),
)
const { propose, waitForPreview, agree, waitUntilFinished, regrade, read } = calls

/**
 * Creates a student who gives these answers to a quiz's questions, in order, and finishes it.
 * @param earlier a quiz whose first question the student answers correctly beforehand
 */
async function makeTaker(quiz: MadeQuiz, options: readonly string[], earlier?: MadeQuiz): Promise<MadeStudent> {
  const student = await makeStudent(t)
  if (earlier) await answer(student, earlier, 0, 'right')
  await start(student, quiz)
  for (const [n, option] of options.entries()) await answer(student, quiz, n, option)
  await finish(student, quiz)
  return student
}

const score = async (student: MadeStudent) => (await loadEntry(student))?.score
const toCode = (error: unknown) => (error instanceof ApiError ? error.code : String(error))
/** Returns a student's notifications, newest first. */
const listNotified = async (student: MadeStudent) =>
  (await notificationCalls(t, () => admin.token).list(student)).notifications.map(({ title, description }) => [
    title,
    description,
  ])

describe('a regrade', () => {
  it('gives and takes points, dates each row, and notifies those whose points changed', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const gains = await makeTaker(quiz, ['wrong one', 'right'])
    const loses = await makeTaker(quiz, ['right', 'right'])
    const stays = await makeTaker(quiz, ['wrong two', 'wrong one'])
    const silent = await makeTaker(quiz, [])
    const id = await regrade(quiz)
    expect(await Promise.all([gains, loses, stays].map(score))).toEqual([20, 10, 0])
    expect(await loadEntry(silent)).toBeUndefined()
    const [line] = (await loadPointsLedger(gains)).slice(-1)
    const given = (await loadAnswers(gains)).find(({ questionId }) => questionId === quiz.questions[0]?.id)
    const { regrade: done, changed } = await read(id)
    expect(line).toMatchObject({ reason: 'regrade', delta: 10, regradeId: id, answeredAt: given?.answeredAt })
    expect(line?.at.toISOString()).toBe(done.decidedAt)
    // The reply given at the time of answering is not rewritten.
    expect(given).toMatchObject({ answer: 'wrong one', correct: false, points: 0 })
    expect(changed).toEqual({ up: 1, down: 1 })
    const title = quiz.video.title
    expect(await listNotified(gains)).toEqual([
      [
        'You got 10 more points',
        `We made a mistake in a question of “${title}”: “Question 1?” Your answer was right. You now have 20 points.`,
      ],
    ])
    expect(await listNotified(loses)).toEqual([
      [
        'A question was corrected',
        `We made a mistake in a question of “${title}”: “Question 1?” The right answer is “wrong one”. 10 points were taken back. We are sorry. You now have 10 points.`,
      ],
    ])
    for (const student of [stays, silent]) expect(await listNotified(student)).toEqual([])
    await expectScoresToAddUp(t)
  })

  it('shows the earlier result in the review, and the current one in the statistics', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const gains = await makeTaker(quiz, ['wrong one'])
    await makeTaker(quiz, ['right'])
    await regrade(quiz)
    const corrected = { from: 'right', at: expect.any(String) as string }
    expect(await review(gains, quiz)).toMatchObject({
      score: 10,
      questions: [{ correctAnswer: 'wrong one', alsoCorrect: null, corrected, answer: 'wrong one', correct: true }],
    })
    const query = { videoId: quiz.video.id, ageCategory: quiz.ageCategory }
    const { questions } = await t.as(admin.token)(questionStatistics, { query })
    expect(questions).toMatchObject([{ answered: 2, correct: 1, topWrong: 'right' }])
  })

  it('replaces the explanation both for those who have answered and for those who start later', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const question = eq(questions.id, quiz.questions[0]?.id ?? '')
    await t.app.db.update(questions).set({ explanation: 'The old reason.' }).where(question)
    const earlier = await makeTaker(quiz, ['right'])
    const proposed = await propose(quiz, { explanation: 'The new reason.' })
    const before = { explanation: 'The new reason.', currentExplanation: 'The old reason.' }
    expect((await read(proposed)).regrade).toMatchObject(before)
    await waitForPreview(proposed)
    await agree(proposed)
    await waitUntilFinished(proposed)
    const later = await makeTaker(quiz, ['right'])
    for (const student of [earlier, later])
      expect((await review(student, quiz)).questions).toMatchObject([{ explanation: 'The new reason.' }])
    const kept = await regrade(quiz, { newAnswer: 'right', explanation: 'The new reason.' })
    expect((await read(kept)).regrade).toMatchObject({ explanation: null })
    expect((await review(later, quiz)).questions).toMatchObject([{ explanation: 'The new reason.' }])
    await regrade(quiz, { explanation: '' })
    expect((await review(later, quiz)).questions).toMatchObject([{ explanation: null }])
  })

  it('can make two answers count, including for those who start later', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const [gains, keeps] = [await makeTaker(quiz, ['wrong one']), await makeTaker(quiz, ['right'])]
    await regrade(quiz, { keepsOld: true })
    const later = [await makeTaker(quiz, ['right']), await makeTaker(quiz, ['wrong one'])]
    expect(await Promise.all([gains, keeps, ...later].map(score))).toEqual([10, 10, 10, 10])
    expect((await review(keeps, quiz)).questions).toMatchObject([{ correctAnswer: 'wrong one', alsoCorrect: 'right' }])
    expect(await listNotified(keeps)).toEqual([])
  })

  it('loses nobody’s answer time: reverting the correction restores every rank', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const takers: MadeStudent[] = []
    for (const options of [['wrong one', 'right'], ['right', 'wrong one'], ['right'], ['wrong one', 'wrong one']])
      takers.push(await makeTaker(quiz, options))
    const places = () =>
      Promise.all(takers.map(async (taker) => [await score(taker), (await loadEntry(taker))?.reachedAt]))
    const before = await places()
    await regrade(quiz)
    expect(await places()).not.toEqual(before)
    await expectScoresToAddUp(t)
    await regrade(quiz, { newAnswer: 'right' })
    expect(await places()).toEqual(before)
  })

  it('writes one audit line per decision, and appears in the list', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const id = await regrade(quiz)
    const { lines } = await t.as(admin.token)(auditLog, { query: { subject: quiz.questions[0]?.id ?? '' } })
    const details = { regradeId: id, oldAnswer: 'right', newAnswer: 'wrong one', keepsOld: false }
    expect(lines.filter(({ action }) => action.startsWith('regrade'))).toMatchObject([
      { admin: other.username, action: 'regrade.agreed', details },
      { admin: admin.username, action: 'regrade.proposed', details },
    ])
    expect((await calls.list()).regrades[0]).toMatchObject({
      _id: id,
      state: 'finished',
      proposedBy: admin.username,
      decidedBy: other.username,
      videoTitle: quiz.video.title,
    })
  })

  it('notifies nobody whose account is gone, but keeps the ledger right', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const gone = await makeTaker(quiz, ['wrong one'])
    await t.as(gone.token)(eraseAccount, { body: { password: PASSWORD } })
    await regrade(quiz)
    expect(await score(gone)).toBe(10)
    expect(await t.app.db.select().from(notifications).where(eq(notifications.studentId, gone.id))).toEqual([])
    await expectScoresToAddUp(t)
  })
})

describe('whatever students do, a regrade equals a recount', () => {
  const options = ['right', 'wrong one', 'wrong two']
  const answersOf = fc.array(fc.constantFrom(...options), { maxLength: 3 })
  const keys = fc.array(fc.record({ n: fc.nat(2), newAnswer: fc.constantFrom(...options), keepsOld: fc.boolean() }), {
    minLength: 1,
    maxLength: 2,
  })

  it('of every entry’s score, time and rank, with resets and a second regrade', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(answersOf, { minLength: 2, maxLength: 3 }),
        keys,
        fc.nat(3),
        async (all, changes, reset) => {
          const [quiz, earlier] = [await makeQuiz(t, { count: 3 }), await makeQuiz(t, { count: 1 })]
          // A reset leaves the other quiz's points, which were reached earlier.
          const takers = await Promise.all(all.map((given) => makeTaker(quiz, given, earlier)))
          for (const change of changes) {
            const outcome = await regrade(quiz, change).catch(toCode)
            expect(outcome).toMatch(/^(same_answer|[0-9a-f-]{36})$/)
            const [attempt] = takers[reset] ? await loadAttempts(takers[reset]) : []
            if (attempt && !attempt.resetAt) {
              const body = { reason: 'The power failed.' }
              await t.as(admin.token)(resetAttempt, { params: { attemptId: attempt.id }, body })
            }
          }
          await expectScoresToAddUp(t)
        },
      ),
      { numRuns: 6 },
    )
  })
})

describe('during a regrade', () => {
  it('answers that arrive on two servers are judged once, by the new key', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const takers = await Promise.all(Array.from({ length: 12 }, () => makeStudent(t)))
    for (const taker of takers) await start(taker, quiz)
    for (const taker of takers.slice(0, 4)) await answer(taker, quiz, 0, 'wrong one')
    const id = await propose(quiz)
    await waitForPreview(id)
    const [one, two] = callers.map((as) => quizCalls(as))
    const agreed = agree(id)
    const outcomes = await atOnce(takers.length * 2, (i) => {
      const taker = takers[i % takers.length]
      const server = i % 2 === 0 ? one : two
      if (!taker || !server) throw new Error('no taker')
      return server.answer(taker, quiz, i < takers.length ? 1 : 0, 'wrong one')
    })
    await agreed
    await waitUntilFinished(id)
    for (const outcome of outcomes) expect(outcome).toMatchObject({ answer: 'wrong one' })
    for (const taker of takers) {
      expect(await score(taker)).toBe(10)
      const [attempt] = await loadAttempts(taker)
      expect(attempt).toMatchObject({ answeredCount: 2, correctCount: 1 })
    }
    await expectScoresToAddUp(t)
  })

  it('an answer that read the old key is judged by the new one', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeStudent(t)
    const { _id } = await start(student, quiz)
    const statement = `with changed as (
        insert into question_snapshots
        select gen_random_uuid(), jsonb_set(questions, '{0,correctAnswer}', '"wrong one"')
        from question_snapshots as stored join attempts on snapshot_id = stored.id where attempts.id = $1 returning id
      )
      update attempts set snapshot_version = snapshot_version + 1, snapshot_id = changed.id from changed where attempts.id = $1`
    let given: ReturnType<typeof answer> | undefined
    await holdUntilOthersWait(t, { statement, values: [_id], count: 1 }, () => {
      given = answer(student, quiz, 0, 'wrong one')
    })
    expect(await given).toMatchObject({ correct: true, points: 10 })
    expect(await loadAttempts(student)).toMatchObject([{ answeredCount: 1, correctCount: 1 }])
  })

  it('an answer resent afterwards gets the reply for the new key', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const student = await makeStudent(t)
    expect(await answer(student, quiz, 0, 'wrong one')).toMatchObject({ correct: false, points: 0 })
    await regrade(quiz)
    expect(await answer(student, quiz, 0, 'wrong one')).toMatchObject({ correct: true, points: 10 })
    expect((await start(student, quiz)).answers).toMatchObject([{ answer: 'wrong one', correct: true }])
  })

  it('an attempt that read the old key starts with the new one', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    await makeTaker(quiz, [])
    const student = await makeStudent(t)
    const statement = `with started as (update quizzes set key_version = key_version + 1 where video_id = $1)
      update questions set correct_answer = 'wrong one' where video_id = $1`
    let started: ReturnType<typeof start> | undefined
    await holdUntilOthersWait(t, { statement, values: [quiz.video.id], count: 1 }, () => {
      started = start(student, quiz)
    })
    await started
    expect((await loadAttempts(student))[0]?.questionSnapshot).toMatchObject([{ correctAnswer: 'wrong one' }])
  })

  it('an agreement and a start that has read the old key happen one after the other', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    await makeTaker(quiz, [])
    const student = await makeStudent(t)
    const id = await propose(quiz)
    await waitForPreview(id)
    const statement = 'select from quizzes where video_id = $1 for update'
    const calls: Promise<unknown>[] = []
    await holdUntilOthersWait(t, { statement, values: [quiz.video.id], count: 2 }, () => {
      // The agreement is first in the queue for the lock, so it goes first.
      calls.push(
        agree(id),
        waitForLockWaits(t.owner, { count: 1 }).then(() => start(student, quiz)),
      )
    })
    await Promise.all(calls)
    await waitUntilFinished(id)
    const [attempt] = await loadAttempts(student)
    expect(attempt?.questionSnapshot).toMatchObject([{ correctAnswer: 'wrong one' }])
    expect(attempt?.questionSnapshot[0]).not.toHaveProperty('corrected')
  })

  it('an attempt that is reset while its batch is waiting is left unchanged', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeTaker(quiz, ['wrong one'])
    const [attempt] = await loadAttempts(student)
    const id = await propose(quiz)
    await waitForPreview(id)
    const statement = 'update attempts set reset_at = now() where id = $1'
    let agreed: ReturnType<typeof agree> | undefined
    await holdUntilOthersWait(t, { statement, values: [attempt?.id ?? ''], count: 1 }, () => {
      agreed = agree(id)
    })
    await agreed
    await waitUntilFinished(id)
    expect(await score(student)).toBe(0)
    expect((await read(id)).changed).toEqual({ up: 0, down: 0 })
  })

  it('a reset takes back what was given', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const takers = await Promise.all(Array.from({ length: 4 }, () => makeTaker(quiz, ['wrong one'])))
    const id = await propose(quiz)
    await waitForPreview(id)
    const resets = takers.map(async (taker) => {
      const [attempt] = await loadAttempts(taker)
      const body = { reason: 'The power failed.' }
      await t.as(admin.token)(resetAttempt, { params: { attemptId: attempt?.id ?? '' }, body })
    })
    await Promise.all([agree(id), ...resets])
    await waitUntilFinished(id)
    expect(await Promise.all(takers.map(score))).toEqual([0, 0, 0, 0])
    await expectScoresToAddUp(t)
  })

  it('despite a crash between batches and two simultaneous servers, each student is changed and notified once', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const first = await makeTaker(quiz, ['wrong one'])
    await copyTaker(first, 150)
    const id = await agreeBehindTheJob(quiz)
    const crash = new AbortController()
    const check = crash.signal.throwIfAborted.bind(crash.signal)
    // Called before each batch.
    crash.signal.throwIfAborted = () => {
      check()
      crash.abort(new Error('The server was killed.'))
    }
    await expect(applyRegrade(t.app, id, crash.signal)).rejects.toThrow('killed')
    expect((await read(id)).changed).toEqual({ up: 50, down: 0 })
    const { signal } = new AbortController()
    await Promise.all([applyRegrade(t.app, id, signal), applyRegrade(second.app, id, signal)])
    await applyRegrade(t.app, id, signal)
    expect((await read(id)).changed).toEqual({ up: 151, down: 0 })
    const { rows } = await t.app.db.execute<{ score: number; notified: number }>(sql`
      select distinct score, (select count(*) from notices where student_id = attempts.student_id)::integer as notified
      from attempts join standings using (student_id) where video_id = ${quiz.video.id}`)
    expect(rows).toEqual([{ score: 10, notified: 1 }])
    await expectScoresToAddUp(t)
  })
})

it('a late server changes nothing once another has finished the regrade', async () => {
  const quiz = await makeQuiz(t, { count: 1 })
  const student = await makeTaker(quiz, ['wrong one'])
  const id = await agreeBehindTheJob(quiz)
  // After this, another regrade may revert the key.
  const statement = `update regrades set finished_at = decided_at where id = '${id}'; lock table attempts in access exclusive mode`
  const late: Promise<void>[] = []
  await holdUntilOthersWait(t, { statement, count: 1 }, () => {
    late.push(applyRegrade(t.app, id, new AbortController().signal))
  })
  await Promise.all(late)
  expect(await score(student)).toBe(0)
  expect((await loadAttempts(student))[0]?.questionSnapshot[0]?.correctAnswer).toBe('right')
})

/** Copies a student with their only attempt, answer and entry. */
async function copyTaker({ id }: MadeStudent, count: number): Promise<void> {
  const copy = (table: string, changes: string, from: string) =>
    `insert into ${table} select (jsonb_populate_record(row, ${changes})).* from ${table} as row, ${from}`
  await t.owner.query(`
    create temporary table copies as select n, gen_random_uuid() as student, gen_random_uuid() as attempt,
      gen_random_uuid() as entry from generate_series(1, ${count}) as n;
    ${copy('students', `jsonb_build_object('id', student, 'username_key', 'copy-' || n, 'email_key', 'copy-' || n)`, `copies where row.id = '${id}'`)};
    ${copy('attempts', `jsonb_build_object('id', attempt, 'student_id', student)`, `copies where row.student_id = '${id}'`)};
    ${copy('answers', `jsonb_build_object('attempt_id', attempt, 'student_id', student)`, `copies where row.attempt_id = (select id from attempts where student_id = '${id}')`)};
    ${copy('standings', `jsonb_build_object('id', entry, 'student_id', student)`, `copies where row.student_id = '${id}'`)};
    ${copy('standing_changes', `jsonb_build_object('seq', nextval('standing_changes_seq_seq'), 'standing_id', entry, 'student_id', student, 'attempt_id', attempt)`, `copies where row.standing_id = (select id from standings where student_id = '${id}')`)};
    drop table copies`)
}

/** Agrees to a regrade without the job that would apply it. */
async function agreeBehindTheJob(quiz: MadeQuiz): Promise<string> {
  const [question] = quiz.questions
  const now = t.app.clock.now()
  const [row] = await t.app.db
    .insert(regrades)
    .values({
      questionId: question?.id ?? randomUUID(),
      videoId: quiz.video.id,
      ageCategory: quiz.ageCategory,
      question: 'Question 1?',
      oldAnswer: 'right',
      newAnswer: 'wrong one',
      keepsOld: false,
      proposedBy: admin.id,
      proposedAt: now,
      decision: 'agreed',
      decidedBy: other.id,
      decidedAt: now,
    })
    .returning()
  return row?.id ?? ''
}

describe('a proposal', () => {
  it('needs another admin if there is one, who may also withdraw it', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const id = await propose(quiz)
    expect(await read(id)).toMatchObject({ regrade: { state: 'proposed' }, canAgree: false })
    await waitForPreview(id)
    expect(await refusal(calls.agreeAlone(id))).toMatchObject({
      status: 403,
      code: 'own_proposal',
      message: 'Another admin has to approve.',
    })
    await calls.withdraw(id)
    expect((await read(id)).regrade).toMatchObject({ state: 'withdrawn', decidedBy: admin.username })
    for (const call of [agree, calls.withdraw, calls.previewAgain])
      expect(await refusal(call(id))).toMatchObject({ status: 409, code: 'regrade_decided' })
  })

  it('is agreed to by only one of many who agree at once', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const student = await makeTaker(quiz, ['wrong one'])
    const id = await propose(quiz)
    await waitForPreview(id)
    const outcomes = await atOnce(5, () => agree(id))
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toHaveLength(4)
    await waitUntilFinished(id)
    expect(await score(student)).toBe(10)
  })

  it('names an option that is not yet correct, and is the question’s only unfinished one', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const invalid = {
      status: 400,
      errors: [{ path: 'newAnswer', message: 'The correct answer must be one of the four options.' }],
    }
    expect(await refusal(propose(quiz, { newAnswer: 'nonsense' }))).toMatchObject(invalid)
    expect(await refusal(propose(quiz, { newAnswer: ' RIGHT ' }))).toMatchObject({ status: 409, code: 'same_answer' })
    const unknown = quiz.questions.map((question) => ({ ...question, id: randomUUID() }))
    expect(await refusal(propose({ ...quiz, questions: unknown }))).toMatchObject({ status: 404 })
    const reportGroupId = randomUUID()
    expect(await refusal(propose(quiz, { reportGroupId }))).toMatchObject({ status: 404 })
    await propose(quiz)
    expect(await refusal(propose(quiz, { newAnswer: 'wrong two' }))).toMatchObject({
      status: 409,
      code: 'already_proposed',
      message: 'This question already has a correction in progress.',
    })
  })

  it('cannot be agreed to after the question has changed, or before its preview is ready', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const id = await propose(quiz)
    await waitForPreview(id)
    await t.app.db.update(regrades).set({ preview: null }).where(eq(regrades.id, id))
    expect(await refusal(agree(id))).toMatchObject({ status: 409, code: 'preview_missing' })
    await calls.previewAgain(id)
    await waitForPreview(id)
    await t.as(admin.token)(deleteQuestion, { params: { triviaId: quiz.questions[0]?.id ?? '' } })
    expect(await refusal(agree(id))).toMatchObject({ status: 409, code: 'regrade_outdated' })
    expect((await read(id)).regrade.state).toBe('proposed')
  })

  it.each(['nothing', randomUUID()])('with the unknown id %s is 404', async (id) => {
    for (const call of [read, agree, calls.withdraw, calls.previewAgain])
      expect(await refusal(call(id))).toMatchObject({ status: 404 })
  })
})

describe('the key in a quiz that a student has started', () => {
  const edit = (quiz: MadeQuiz, options: string[], correctAnswer: string) =>
    t.as(admin.token)(editQuestion, {
      params: { triviaId: quiz.questions[0]?.id ?? '' },
      body: { question: 'Question 1?', options, correctAnswer },
    })
  const options = ['right', 'wrong one', 'wrong two', 'wrong three']

  it('cannot be changed by an edit, which may still correct the wording', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    await edit(quiz, options, 'wrong two')
    await edit(quiz, options, 'right')
    await makeTaker(quiz, [])
    expect(await refusal(edit(quiz, options, 'wrong two'))).toMatchObject({
      status: 409,
      code: 'needs_regrade',
      message: 'Students have started this quiz. Correct the answer together with their points.',
    })
    expect(await refusal(edit(quiz, ['other', ...options.slice(1)], 'wrong two'))).toMatchObject({ status: 409 })
    await edit(quiz, ['quite right', ...options.slice(1)], 'quite right')
  })
})
