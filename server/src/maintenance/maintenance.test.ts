// Tests maintenance over HTTP against the real database, on two servers: what it stops, and how lost time is given back.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import * as contract from '@baobab/contract/maintenance/endpoints.ts'
import { initializePayment } from '@baobab/contract/payments/endpoints.ts'
import { answerPractice, readPractice } from '@baobab/contract/quiz/practice.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  stayReauthenticated,
  type MadeAdmin,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { quizCalls, quizParams, quizRows } from '../../test/take-quiz.ts'
import { waitFor } from '../../test/wait-for.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { lockOverdueAttempts } from '../quiz/lock-overdue-attempts.ts'
import { attemptOrigins, attempts } from '../quiz/tables.ts'
import { maintenances } from './tables.ts'
import { enqueueMaintenanceMails } from './mails.ts'
import { startAfterOutage } from './start-maintenance.ts'

const MINUTE = 60_000

let [t, other]: [TestApp, TestApp] = [] as never
let [admin, second]: [MadeAdmin, MadeAdmin] = [] as never
let quiz: MadeQuiz
beforeAll(async () => {
  t = await startTestApp()
  // Either server may send a mail.
  other = await startTestApp({ SMTP_URL: t.smtpUrl }, t)
  admin = await makeAdmin(t)
  second = await makeAnotherAdmin(t, admin)
  await stayReauthenticated(t)
  quiz = await makeQuiz(t)
})
afterAll(async () => {
  await other.close()
  await t.close()
})
afterEach(async () => {
  await end()
  // As if their students had finished them, so that no later test finds them in progress.
  await t.owner.query(`update attempts set locked_at = deadline - interval '1 second'`)
  for (const { app } of [t, other]) app.clock.set(new Date())
})

const here = quizCalls((token) => t.as(token))
const there = quizCalls((token) => other.as(token))
const { loadAttempts, loadAnswers } = quizRows(() => t)

const inMinutes = (minutes: number) => new Date(t.app.clock.now().getTime() + minutes * MINUTE).toISOString()
const begin = (by = admin, body: { startsAt?: string; expectedEndAt?: string } = {}) =>
  t.as(by.token)(contract.startMaintenance, { body: { expectedEndAt: inMinutes(30), ...body } })
const end = async (by = admin) => (await t.as(by.token)(contract.endMaintenance, {})).message
const readLast = async () => {
  const [last] = await t.app.db.select().from(maintenances).orderBy(desc(maintenances.createdAt)).limit(1)
  if (!last) throw new Error('there is no maintenance')
  return last
}
/** Advances the clocks of both servers. */
const pass = (ms: number) => {
  for (const { app } of [t, other]) app.clock.advance(ms)
}
const loadAttempt = async (student: MadeStudent) => {
  const [attempt] = await loadAttempts(student)
  if (!attempt) throw new Error('there is no attempt')
  return attempt
}
/** Waits until the other server is notified, which takes less than a second. */
const untilBothKnow = () => waitFor(() => expect(other.app.maintenance.current()).toEqual(t.app.maintenance.current()))
const change = (student: MadeStudent, values: Partial<typeof attempts.$inferInsert>) =>
  t.app.db.update(attempts).set(values).where(eq(attempts.studentId, student.id))

const stopped = { status: 503, code: 'maintenance', retryAfter: 15 }

describe('while maintenance is on', () => {
  it('B-25 no quiz or payment starts, and a running quiz pauses on every server and resumes with the time that was left', async () => {
    const [student, newcomer] = [await makeStudent(t), await makeStudent(t)]
    await here.start(student, quiz)
    await here.answer(student, quiz, 0, 'right')
    const before = await loadAttempt(student)
    expect(await begin()).toEqual({
      message: 'Maintenance is on. No quiz can be started, and running quizzes are paused.',
    })
    await untilBothKnow()
    const { startsAt } = await readLast()
    // Longer than the quiz: its deadline has passed by every clock except its own.
    pass(10 * MINUTE)
    for (const [calls, app] of [
      [here, t],
      [there, other],
    ] as const) {
      for (const call of [calls.start, calls.finish]) expect(await refusal(call(student, quiz))).toMatchObject(stopped)
      const answer = await refusal(calls.answer(student, quiz, 1, 'right'))
      expect(answer).toMatchObject(stopped)
      expect(answer.message).toMatch(
        /^We are working on Baobab. The clock is stopped. .+ ready at (\d+ \w+, )?\d+:\d\d [ap]m\.$/,
      )
      expect((await refusal(calls.start(newcomer, quiz))).message).toMatch(/so you cannot start a quiz now/)
      expect(await refusal(calls.review(student, quiz))).toMatchObject({ status: 403, code: 'attempt_open' })
      const practice = app.as(student.token)(readPractice, { params: quizParams(quiz) })
      expect(await refusal(practice)).toMatchObject({ status: 403, code: 'attempt_open' })
      const payment = app.as(newcomer.token)(initializePayment, { body: { method: 'checkout' } })
      expect((await refusal(payment)).message).toMatch(/you cannot pay now.+You have not been charged/)
      await lockOverdueAttempts(app.app)
      const list = await calls.list(student)
      expect(list).toMatchObject({ attempts: [{ state: 'running', seconds: 120 }], maintenance: { phase: 'on' } })
      expect(list.serverNow).toBe(startsAt.toISOString())
      expect((await app.as(student.token)(listVideos, {})).length).toBeGreaterThan(0)
    }
    expect((await loadAttempt(student)).lockedAt).toBeNull()

    expect(await end()).toBe('Maintenance is off. 1 quiz got the lost time back.')
    await untilBothKnow()
    const { endedAt } = await readLast()
    const after = await there.start(student, quiz)
    const lost = Date.parse(after.deadline) - before.deadline.getTime()
    expect(lost).toBe((endedAt?.getTime() ?? 0) - startsAt.getTime())
    expect(after).toMatchObject({ seconds: 120, startedAt: before.startedAt.toISOString() })
    expect(await there.answer(student, quiz, 1, 'right')).toMatchObject({ points: 10 })
    expect(await here.start(newcomer, quiz)).toMatchObject({ seconds: 120 })
    const [line] = await t.app.db.select().from(auditLines).where(eq(auditLines.action, 'maintenance.ended'))
    expect(line).toMatchObject({ adminId: admin.id, details: { attempts: 1, reopened: 0 } })
    await expectScoresToAddUp(t)
  })

  it('Q-26 gives back no time that was used, and none to an attempt that was over or whose student saw the answers', async () => {
    const names = [
      'ranOut',
      'answeredLater',
      'finished',
      'complete',
      'overBefore',
      'reset',
      'reviewed',
      'practised',
      'practisedEarly',
    ] as const
    const made = await Promise.all(names.map(async (name) => [name, await makeStudent(t)] as const))
    const students = Object.fromEntries(made) as Record<(typeof names)[number], MadeStudent>
    for (const [, student] of made) {
      await here.start(student, quiz)
      if (student !== students.reset) await here.answer(student, quiz, 0, 'right')
    }
    // A server that heard of it late accepted this answer 20 s after the maintenance started.
    t.app.clock.advance(20_000)
    await here.answer(students.answeredLater, quiz, 1, 'right')
    t.app.clock.advance(-20_000)
    const { deadline } = await loadAttempt(students.ranOut)
    // As after an outage: nobody knew of it, so jobs kept running and locked attempts that had run out of time.
    await begin()
    const { id, startsAt } = await readLast()
    const lockedAt = async (student: MadeStudent) => ({ lockedAt: (await loadAttempt(student)).deadline })
    for (const name of ['ranOut', 'reset', 'reviewed', 'practised'] as const)
      await change(students[name], await lockedAt(students[name]))
    // The job that locks attempts was late.
    const overdue = new Date(startsAt.getTime() + 1_000)
    await change(students.practisedEarly, { deadline: overdue })
    await change(students.finished, { lockedAt: new Date(startsAt.getTime() + 1_000) })
    await change(students.complete, { ...(await lockedAt(students.complete)), questionCount: 1 })
    const over = new Date(startsAt.getTime() - 2_001)
    await change(students.overBefore, { deadline: over, lockedAt: over })
    await change(students.reset, { resetAt: startsAt, resetReason: 'x' })
    const reviewed = await loadAttempt(students.reviewed)
    await t.owner.query('insert into attempt_reviews (attempt_id, at) values ($1, $2)', [reviewed.id, startsAt])
    await t.owner.query(
      `insert into practice_answers (student_id, question_id, day, video_id, age_category, is_correct, answered_at)
       values ($1, $2, '2026-01-01', $3, $4, true, $5)`,
      [students.practised.id, quiz.questions[0]?.id, quiz.video.id, quiz.ageCategory, inMinutes(1)],
    )
    await t.owner.query(
      `insert into practice_answers select $1, question_id, day, video_id, age_category, is_correct, answered_at
       from practice_answers where student_id = $2`,
      [students.practisedEarly.id, students.practised.id],
    )
    const later = await loadAttempt(students.answeredLater)
    const [last] = (await loadAnswers(students.answeredLater)).slice(-1)
    await t.app.db.update(attemptOrigins).set({ examinedAt: startsAt })
    // All except the first two, which get time back.
    const unchanged = names.slice(2)
    const before = await Promise.all(unchanged.map((name) => loadAttempt(students[name])))
    pass(5 * MINUTE)
    await end()
    const [row] = await t.app.db.select().from(maintenances).where(eq(maintenances.id, id))
    const ended = row?.endedAt
    const lengthMs = (ended?.getTime() ?? 0) - startsAt.getTime()
    expect(await loadAttempt(students.ranOut)).toMatchObject({
      lockedAt: null,
      deadline: new Date(deadline.getTime() + lengthMs),
    })
    expect((await loadAttempt(students.answeredLater)).deadline).toEqual(
      new Date(later.deadline.getTime() + (ended?.getTime() ?? 0) - (last?.answeredAt.getTime() ?? 0)),
    )
    expect(await Promise.all(unchanged.map((name) => loadAttempt(students[name])))).toEqual(before)
    const origins = await t.app.db.select().from(attemptOrigins)
    const examinedOf = async (student: MadeStudent) => {
      const { id: attemptId } = await loadAttempt(student)
      return origins.find((origin) => origin.attemptId === attemptId)?.examinedAt
    }
    expect(await examinedOf(students.ranOut)).toBeNull()
    expect(await examinedOf(students.finished)).toEqual(startsAt)
    expect(await here.answer(students.ranOut, quiz, 1, 'right')).toMatchObject({ points: 10 })
  })

  it('finished quizzes can still be practised', async () => {
    const student = await makeStudent(t)
    await here.start(student, quiz)
    await here.finish(student, quiz)
    await begin()
    const body = { triviaId: quiz.questions[0]?.id ?? '', answer: 'right' }
    expect(await t.as(student.token)(answerPractice, { params: quizParams(quiz), body })).toMatchObject({
      correct: true,
    })
    expect(await here.review(student, quiz)).toMatchObject({ score: 0 })
  })
})

describe('several calls at once', () => {
  it('B-25 only one of two owners can switch it on, and one off, and time is given back once', async () => {
    const student = await makeStudent(t)
    await here.start(student, quiz)
    const { deadline } = await loadAttempt(student)
    const outcomes = await Promise.allSettled([begin(), begin(second), begin()])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as ApiError] : []))
    expect(refused).toMatchObject([
      { status: 409, code: 'maintenance_exists' },
      { status: 409, code: 'maintenance_exists' },
    ])
    pass(3 * MINUTE)
    const messages = await Promise.all([end(), end(second), end()])
    expect(messages.toSorted()).toEqual([
      'Maintenance is already off.',
      'Maintenance is already off.',
      'Maintenance is off. 1 quiz got the lost time back.',
    ])
    const { startsAt, endedAt } = await readLast()
    const lengthMs = (endedAt?.getTime() ?? 0) - startsAt.getTime()
    expect((await loadAttempt(student)).deadline).toEqual(new Date(deadline.getTime() + lengthMs))
  })

  it('B-25 answers that arrive while it ends are each accepted once and in time, and none is lost', async () => {
    const students = await Promise.all(Array.from({ length: 8 }, () => makeStudent(t)))
    for (const student of students) await here.start(student, quiz)
    await begin()
    await untilBothKnow()
    // Retries until it is accepted, as a phone does.
    const insist = async (student: MadeStudent, n: number) => {
      const calls = n % 2 === 0 ? here : there
      const taken = await waitFor(() => calls.answer(student, quiz, n, 'right'), { interval: 1 })
      expect(taken).toMatchObject({ points: 10 })
    }
    const sending = students.flatMap((student) => [0, 1, 2].map((n) => insist(student, n)))
    await Promise.all([end(), ...sending])
    for (const student of students) {
      const attempt = await loadAttempt(student)
      expect(attempt).toMatchObject({ answeredCount: 3, correctCount: 3, lockedAt: null })
      expect(attempt.deadline.getTime() - attempt.startedAt.getTime()).toBeGreaterThan(120_000)
    }
    await expectScoresToAddUp(t)
  })
})

describe('planned maintenance', () => {
  it('stops new quizzes early enough that none is running when it starts, and running ones finish first', async () => {
    const [student, newcomer, late] = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
    expect(await begin(admin, { startsAt: inMinutes(10), expectedEndAt: inMinutes(40) })).toEqual({
      message: 'The maintenance is planned. Students see when it begins.',
    })
    await untilBothKnow()
    expect((await there.list(student)).maintenance).toMatchObject({ phase: 'planned' })
    await there.start(student, quiz)
    pass(6 * MINUTE)
    expect((await there.list(student)).maintenance).toMatchObject({ phase: 'closing' })
    const closing = await refusal(there.start(newcomer, quiz))
    expect(closing.message).toMatch(/^We are about to work on Baobab, so you cannot start a new quiz now\./)
    expect(await refusal(there.answer(late, quiz, 0, 'right'))).toMatchObject(stopped)
    expect((await t.as(admin.token)(contract.readMaintenance, {})).maintenance).toMatchObject({
      phase: 'closing',
      by: admin.username,
    })
    // Its own time is up by now.
    expect(await there.finish(student, quiz)).toMatchObject({ score: 0 })
    expect(await end()).toBe('The planned maintenance was canceled.')
    await untilBothKnow()
    expect(await there.start(newcomer, quiz)).toMatchObject({ seconds: 120 })
    expect(await end()).toBe('Maintenance is already off.')
  })

  it('is announced to students a day ahead', async () => {
    const student = await makeStudent(t)
    await begin(admin, { startsAt: inMinutes(25 * 60), expectedEndAt: inMinutes(26 * 60) })
    expect((await here.list(student)).maintenance).toBeNull()
    pass(60 * MINUTE)
    expect((await here.list(student)).maintenance).toMatchObject({ phase: 'planned' })
  })

  it('lets a running quiz continue during that time', async () => {
    const student = await makeStudent(t)
    await here.start(student, quiz)
    await begin(admin, { startsAt: inMinutes(5), expectedEndAt: inMinutes(40) })
    pass(MINUTE)
    expect((await here.list(student)).maintenance).toMatchObject({ phase: 'closing' })
    expect(await here.answer(student, quiz, 0, 'right')).toMatchObject({ points: 10 })
    expect(await here.finish(student, quiz)).toMatchObject({ score: 10 })
  })

  it.each([
    ['startsAt', -1, 10, 'The start is in the past. To start now, choose “Now”.'],
    ['startsAt', 3, 10, 'It can start now or at least 5 minutes from now, so that running quizzes can finish first.'],
    ['startsAt', 31 * 24 * 60, 31 * 24 * 60 + 1, 'It can start at most 30 days from now.'],
    ['expectedEndAt', 20, 20, 'The end has to be after the start.'],
    ['expectedEndAt', 20, 25 * 60, 'It can last at most 24 hours.'],
  ])('is refused because of %s, from minute %d to %d', async (path, from, to, message) => {
    const call = begin(admin, { startsAt: inMinutes(from), expectedEndAt: inMinutes(to) })
    expect(await refusal(call)).toMatchObject({ status: 400, errors: [{ path, message }] })
  })
})

it('is announced to admins by email, once when it starts and once when it ends', async () => {
  // A server's job may still be sending those of other tests.
  await t.app.db.delete(maintenances)
  const expectMail = (to: string, subject: string, sentence: string) =>
    waitFor(async () => expect((await t.mails(to, subject)).map(({ text: body }) => body).join()).toContain(sentence))
  await begin()
  await enqueueMaintenanceMails(t.app)
  await expectMail(second.email, 'Maintenance is on', `${admin.username} switched maintenance on.`)
  await end(second)
  await enqueueMaintenanceMails(t.app)
  await enqueueMaintenanceMails(t.app)
  await expectMail(admin.email, 'Maintenance is off', `${second.username} switched maintenance off.`)
  await waitFor(async () => {
    const { rows } = await t.owner.query(
      `select from pgboss.job where name = 'maintenance-mails' and state in ('created', 'active', 'retry')`,
    )
    expect(rows).toEqual([])
  })
  const { id } = await readLast()
  const { rows } = await t.owner.query<{ jobs: number }>(
    `select count(*)::integer as jobs from pgboss.job where name = 'maintenance-mails' and data->>'maintenanceId' = $1`,
    [id],
  )
  // Two admins, at the start and at the end.
  expect(rows).toEqual([{ jobs: 4 }])
})

describe('the server’s command', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const run = async (...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: t.databaseUrl, PUBLIC_URL: 'http://localhost:3000', NODE_ENV: '' }
    const child = spawn(process.execPath, ['src/maintenance.ts', ...args], { cwd: root, env })
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { out, errors, code: code as unknown }
  }

  it('B-25 switches it on as of an outage and off again without a running server, and says what it needs', async () => {
    const student = await makeStudent(t)
    await here.start(student, quiz)
    // The outage started when the quiz did, and the quiz ran out during it.
    const began = new Date(t.app.clock.now().getTime() - 10 * MINUTE)
    await change(student, {
      startedAt: began,
      deadline: new Date(began.getTime() + 120_000),
      lockedAt: new Date(began.getTime() + 120_000),
    })
    await t.app.db.delete(maintenances)
    const since = new Date(began.getTime() + 30_000).toISOString()
    // Maintenance canceled in the meantime has given nothing back.
    await begin(admin, { startsAt: inMinutes(60), expectedEndAt: inMinutes(90) })
    await end()
    const [none, on] = await Promise.all([run(), run('on', '--since', since, '--minutes', '5')])
    expect(none).toMatchObject({ code: 64, errors: 'Say what to do: npm run maintenance -- on, off or status.\n' })
    expect(on).toMatchObject({ code: 0, errors: '', out: expect.stringContaining('Maintenance is on.') })
    await waitFor(() => expect(other.app.maintenance.current()?.startsAt.toISOString()).toBe(since))
    expect(await run('off')).toMatchObject({ code: 0, out: 'Maintenance is off. 1 quiz got the lost time back.\n' })
    const { endedAt, createdBy } = await readLast()
    expect(createdBy).toBeNull()
    const attempt = await loadAttempt(student)
    expect(attempt.lockedAt).toBeNull()
    expect(attempt.deadline.getTime() - (endedAt?.getTime() ?? 0)).toBe(90_000)
    // The same outage is not given back twice, nor one from long ago.
    const again = (from: string) =>
      startAfterOutage(t.app, { since: new Date(from), expectedEndAt: new Date(inMinutes(5)) })
    await expect(again(since)).rejects.toThrow('That time was already given back after an earlier maintenance.')
    await expect(again(inMinutes(-1_441))).rejects.toThrow('The outage can have begun at most 24 hours ago.')
  })
})
