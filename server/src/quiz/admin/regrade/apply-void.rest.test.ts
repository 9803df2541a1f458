// Tests that void questions leave every score right, whatever happens meanwhile, and that checks of the database find what is wrong.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
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
  type MadeQuiz,
  type MadeStudent,
} from '../../../../test/factories.ts'
import { openTestApp } from '../../../../test/harness.ts'
import { addSpareQuestions, regradeCalls } from '../../../../test/regrade-questions.ts'
import { holdUntilOthersWait } from '../../../../test/report-questions.ts'
import { quizCalls, quizRows } from '../../../../test/take-quiz.ts'
import { createReader } from '../../../platform/data-check.ts'
import { correctionCheck, worthCheck } from '../../answer-checks.ts'
import { answersCheck } from '../../points-checks.ts'
import { questions, regrades } from '../../tables.ts'
import { applyRegrade, chooseQueue, regradesToApply, voidsToApply } from './apply-regrade.ts'
import { isRegradeRunning } from './queries.ts'

const t = await openTestApp()
const second = await openTestApp({}, t)
const callers = [await openConnections(t), await openConnections(second)] as const
const admin = await makeAdmin(t)
const other = await makeAnotherAdmin(t, admin, 'content')

const { start, answer, finish } = quizCalls((token) => t.as(token))
const { loadEntry, loadAttempts } = quizRows(() => t)
const calls = regradeCalls(
  (token) => t.as(token),
  () => ({ proposer: admin.token, other: other.token }),
)
const { propose, waitForPreview, agree, waitUntilFinished, regrade, read } = calls
const score = async (student: MadeStudent) => (await loadEntry(student))?.score

async function makeTaker(quiz: MadeQuiz, options: readonly string[]): Promise<MadeStudent> {
  const student = await makeStudent(t)
  await start(student, quiz)
  for (const [n, option] of options.entries()) await answer(student, quiz, n, option)
  await finish(student, quiz)
  return student
}

const addSpares = (quiz: MadeQuiz, count: number) => addSpareQuestions(t, quiz, { adminId: admin.id, count })

async function reset(attemptId: string): Promise<void> {
  await t.as(admin.token)(resetAttempt, { params: { attemptId }, body: { reason: 'The power failed.' } })
}

it('void questions, corrections and resets in any order leave every score, time and rank as a recount finds them', async () => {
  const options = ['right', 'wrong one', 'wrong two']
  const given = fc.array(fc.constantFrom(...options), { maxLength: 3 })
  const change = fc.record({
    n: fc.nat(2),
    kind: fc.constantFrom('all' as const, 'none' as const, 'key' as const),
    newAnswer: fc.constantFrom(...options),
    keepsOld: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { minLength: 2, maxLength: 3 }),
      fc.array(change, { minLength: 2, maxLength: 4 }),
      fc.nat(3),
      async (all, changes, toReset) => {
        const quiz = await makeQuiz(t, { count: 3 })
        const takers = await Promise.all(all.map((options) => makeTaker(quiz, options)))
        await addSpares(quiz, 3)
        for (const [index, one] of changes.entries()) {
          const outcome = await regrade(quiz, one).catch((error: unknown) =>
            error instanceof ApiError ? error.code : String(error),
          )
          expect(outcome).toMatch(/^(same_answer|[0-9a-f-]{36})$/)
          const [attempt] = index === 0 && takers[toReset] ? await loadAttempts(takers[toReset]) : []
          if (attempt) await reset(attempt.id)
        }
        await expectScoresToAddUp(t)
        expect(await findBroken()).toEqual([])
      },
    ),
    { numRuns: 6 },
  )
})

describe('while a question becomes void', () => {
  it('answers that arrive on two servers are judged once, as void', async () => {
    const quiz = await makeQuiz(t, { count: 2 })
    const takers = await Promise.all(Array.from({ length: 12 }, () => makeStudent(t)))
    for (const taker of takers) await start(taker, quiz)
    for (const taker of takers.slice(0, 4)) await answer(taker, quiz, 0, 'wrong one')
    await addSpares(quiz, 1)
    const id = await propose(quiz, { kind: 'all' })
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
      expect(await loadAttempts(taker)).toMatchObject([{ answeredCount: 2, correctCount: 1, voidCount: 0 }])
    }
    await expectScoresToAddUp(t)
  })

  it('a start that has read the old questions starts without it', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    await makeTaker(quiz, [])
    await addSpares(quiz, 1)
    const student = await makeStudent(t)
    const id = await propose(quiz, { kind: 'none' })
    await waitForPreview(id)
    const statement = 'select from quizzes where video_id = $1 for update'
    const both: Promise<unknown>[] = []
    await holdUntilOthersWait(t, { statement, values: [quiz.video.id], count: 2 }, () => {
      both.push(agree(id), start(student, quiz))
    })
    await Promise.all(both)
    await waitUntilFinished(id)
    const [attempt] = await loadAttempts(student)
    const [asked] = attempt?.questionSnapshot ?? []
    // Whichever call came first, the question is void in an attempt that contains it.
    expect(asked?.id === quiz.questions[0]?.id ? asked?.voided : 'none').toBe('none')
    expect(attempt?.voidCount).toBe(asked?.voided ? 1 : 0)
  })

  it('a crash between attempts and two servers at once change and notify each student once', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const takers: MadeStudent[] = []
    for (let n = 0; n < 3; n += 1) takers.push(await makeTaker(quiz, ['right']))
    const id = await agreeBehindTheJob(quiz)
    expect(await isRegradeRunning(t.app.db, t.app.clock.now())).toBe(true)
    const crash = new AbortController()
    const check = crash.signal.throwIfAborted.bind(crash.signal)
    // Called before each batch: the server dies once its only batch is stored, but before the regrade is marked as finished.
    crash.signal.throwIfAborted = () => {
      check()
      crash.abort(new Error('The server was killed.'))
    }
    await expect(applyRegrade(t.app, id, crash.signal)).rejects.toThrow('killed')
    expect((await read(id)).regrade.state).toBe('running')
    const { signal } = new AbortController()
    await Promise.all([applyRegrade(t.app, id, signal), applyRegrade(second.app, id, signal)])
    await applyRegrade(t.app, id, signal)
    expect(await read(id)).toMatchObject({ regrade: { state: 'finished' }, changed: { up: 0, down: 3 } })
    const { rows } = await t.app.db.execute(sql`
      select distinct score, void_count as voids,
        (select count(*) from notices where student_id = attempts.student_id)::integer as notified
      from attempts join standings using (student_id) where video_id = ${quiz.video.id}`)
    expect(rows).toEqual([{ score: 0, voids: 1, notified: 1 }])
    await expectScoresToAddUp(t)
  })
})

/** Agrees that a quiz's first question counts for nobody, without the job that would apply it. */
async function agreeBehindTheJob({ video, ageCategory, questions: [question] }: MadeQuiz): Promise<string> {
  if (!question) throw new Error('there is no question')
  const now = t.app.clock.now()
  await t.app.db.delete(questions).where(eq(questions.id, question.id))
  const change = { voided: 'none' as const, oldAnswer: 'right', newAnswer: '', keepsOld: false, removed: question }
  const decided = { decision: 'agreed' as const, decidedBy: other.id, decidedAt: now }
  const about = { questionId: question.id, videoId: video.id, ageCategory, question: question.question }
  const values = { ...about, ...change, ...decided, proposedBy: admin.id, proposedAt: now }
  const [row] = await t.app.db.insert(regrades).values(values).returning()
  return row?.id ?? ''
}

it('only servers that know void questions apply what is about them', () => {
  const before = { voided: null, wasVoided: null }
  expect(chooseQueue(before)).toBe(regradesToApply)
  for (const change of [{ voided: 'all' as const }, { wasVoided: 'none' as const }])
    expect(chooseQueue({ ...before, ...change })).toBe(voidsToApply)
  expect(voidsToApply.name).not.toBe(regradesToApply.name)
})

/** Runs the checks of answers, in a transaction in which rows may have been changed by hand. */
async function findBroken(statement = 'select'): Promise<string[]> {
  const client = await t.owner.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica; ${statement}`)
    const broken: string[] = []
    for (const check of [worthCheck, answersCheck, correctionCheck])
      for await (const { row, reason } of check.find(createReader(client, { settleMs: 0 }), t.app.files))
        broken.push(`${check.name}: ${row}: ${reason}`)
    return broken
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('the checks of the database report', () => {
  const changeSnapshot = (attemptId: string, path: string, value: string) => `
    update attempts set snapshot_id = null, asked = null, paper = (
      select jsonb_agg(jsonb_set(question, '${path}', '${value}')) from asked_questions(paper, snapshot_id, asked) as question
    ) where id = '${attemptId}'`

  it('a question that is void in an attempt without, or unlike, its correction, and a wrong count', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    const [voided, counting] = [await makeTaker(quiz, ['right']), await makeQuiz(t, { count: 1 })]
    await addSpares(quiz, 1)
    await regrade(quiz, { kind: 'none' })
    const untouched = await makeTaker(counting, ['right'])
    const [attempt, normal] = [(await loadAttempts(voided))[0]?.id ?? '', (await loadAttempts(untouched))[0]?.id ?? '']
    const [question, free] = [quiz.questions[0]?.id ?? '', counting.questions[0]?.id ?? '']
    expect(await findBroken()).toEqual([])
    expect(await findBroken(`update attempts set void_count = 0 where id = '${attempt}'`)).toEqual([
      `answers: attempts ${attempt}: it counts 0 questions that count for nobody, and has 1`,
    ])
    expect(await findBroken(changeSnapshot(attempt, '{voided}', '"all"'))).toEqual([
      `worth: answers ${attempt} ${question}: it has 0 points with all corrections, and by the key of its attempt 10`,
      `answers: attempts ${attempt}: it counts 0 correct answers, and has 1`,
      `answers: attempts ${attempt}: it counts 1 questions that count for nobody, and has 0`,
      `corrections: attempts ${attempt}: question ${question} does not match its correction`,
    ])
    expect(await findBroken(changeSnapshot(normal, '{voided}', '"all"'))).toEqual([
      `corrections: attempts ${normal}: nobody has agreed to the correction of question ${free}`,
    ])
  })
})
