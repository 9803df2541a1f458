// Tests each fair play signal over HTTP: it is flagged when somebody cheats, and not otherwise.
import { readFlagged } from '@baobab/contract/fair-play/admin.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { resetAttempt } from '@baobab/contract/quiz/admin.ts'
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { examine, flagsOf, logInBeside, makePlayer, newAddress, play, type Player } from '../../test/fair-play.ts'
import { makeAdmin, makeAnotherAdmin, makeQuiz, PASSWORD, unique } from '../../test/factories.ts'
import { startTestApp, openStillTestApp } from '../../test/harness.ts'
import { regradeCalls } from '../../test/regrade-questions.ts'
import { quizCalls, quizRows } from '../../test/take-quiz.ts'
import { waitFor } from '../../test/wait-for.ts'
import { logInStudent } from '../accounts/log-in.ts'
import { students } from '../accounts/tables.ts'
import { attemptOrigins, attemptReviews, attempts } from '../quiz/tables.ts'
import { deleteOldOrigins } from './delete-old-origins.ts'
import { examineAttempts } from './examine-attempts.ts'
import { fairPlayFlags } from './tables.ts'

const t = await openStillTestApp()
const admin = await makeAdmin(t)

const calls = quizCalls((token) => t.as(token))
const { loadAttempts } = quizRows(() => t)
const kindsOf = async (student: { id: string }) => (await flagsOf(t, student)).map(({ kind }) => kind)

/** A test quiz's questions take 0.45 s to read: this pace is honest, and the next leaves no time to think. */
const HONEST = { paceMs: 5_000 }
const QUICK = { paceMs: 800 }
const MINUTE = 60_000
const oneWrong = (n: number) => (n === 0 ? 'wrong one' : 'right')

describe('answers faster than reading', () => {
  it('Q-17 are flagged after three right ones, with the numbers', async () => {
    const [player, quiz] = [await makePlayer(t), await makeQuiz(t, { count: 3 })]
    await play(t, player, quiz)
    const [attempt] = await loadAttempts(player)
    expect(await flagsOf(t, player)).toMatchObject([
      {
        kind: 'fast',
        attemptId: attempt?.id,
        otherStudentId: null,
        facts: { answers: 3, correct: 3, readingSeconds: 1.35 },
      },
    ])
  })

  it('Q-17 are not flagged at an honest pace', async () => {
    const player = await makePlayer(t)
    await play(t, player, await makeQuiz(t), HONEST)
    expect(await flagsOf(t, player)).toEqual([])
  })

  it('are judged by the corrected key once it has been corrected', async () => {
    const [player, quiz] = [await makePlayer(t), await makeQuiz(t, { count: 3 })]
    await play(t, player, quiz, { choose: oneWrong })
    expect(await flagsOf(t, player)).toEqual([])
    const second = await makeAnotherAdmin(t, admin)
    const tokens = () => ({ proposer: admin.token, other: second.token })
    await regradeCalls((token) => t.as(token), tokens).regrade(quiz)
    expect(await flagsOf(t, player)).toMatchObject([{ kind: 'fast', facts: { answers: 3, correct: 3 } }])
    const [flag] = (await t.as(admin.token)(readFlagged, { params: { username: player.username } })).flags
    expect(flag?.attempt?.questions.map(({ correct }) => correct)).toEqual([true, true, true])
  })

  it('are not flagged in an attempt reset by an admin', async () => {
    const player = await makePlayer(t)
    await play(t, player, await makeQuiz(t, { count: 2 }))
    const quiz = await makeQuiz(t)
    // Not locked before the reset, so that it cannot be examined earlier.
    await calls.answer(player, quiz, 0, 'right')
    await calls.answer(player, quiz, 1, 'right')
    await calls.answer(player, quiz, 2, 'right')
    const attemptId = (await loadAttempts(player)).find(({ videoId }) => videoId === quiz.video.id)?.id ?? ''
    await t.as(admin.token)(resetAttempt, { params: { attemptId }, body: { reason: 'The power failed.' } })
    await t.app.db.update(attempts).set({ lockedAt: t.app.clock.now() }).where(eq(attempts.id, attemptId))
    expect(await flagsOf(t, player)).toEqual([])
  })
})

describe('the same wrong answers in the same order', () => {
  const wrong = (n: number) => (n < 8 ? ['wrong one', 'wrong two', 'wrong three'][n % 3] : 'right') ?? ''

  it('are flagged for both students if there are many', async () => {
    const quiz = await makeQuiz(t, { count: 10 })
    const [first, second] = [await makePlayer(t), await makePlayer(t)]
    await play(t, first, quiz, { ...HONEST, choose: wrong })
    expect(await flagsOf(t, first)).toEqual([])
    await play(t, second, quiz, { ...HONEST, choose: wrong })
    const common = { kind: 'same-wrong', role: null, facts: { wrongAnswers: 8, finishers: 2 } }
    expect(await flagsOf(t, second)).toMatchObject([{ ...common, otherStudentId: first.id }])
    expect(await flagsOf(t, first)).toMatchObject([{ ...common, otherStudentId: second.id }])
  })

  it('mean nothing if there are only three', async () => {
    const quiz = await makeQuiz(t, { count: 10 })
    const [first, second] = [await makePlayer(t), await makePlayer(t)]
    const choose = (n: number) => (n < 3 ? wrong(n) : 'right')
    await play(t, first, quiz, { ...HONEST, choose })
    await play(t, second, quiz, { ...HONEST, choose })
    expect([...(await flagsOf(t, first)), ...(await flagsOf(t, second))]).toEqual([])
  })
})

describe('a second account on the same device', () => {
  it('is flagged, unlike the first, if it starts just after the first one has seen the answers', async () => {
    const quiz = await makeQuiz(t)
    const first = await makePlayer(t)
    await play(t, first, quiz, { ...HONEST, choose: oneWrong })
    t.app.clock.advance(60 * MINUTE)
    await calls.review(first, quiz)
    t.app.clock.advance(MINUTE)
    const second = await makePlayer(t, { device: first.device })
    await play(t, second, quiz, QUICK)
    const [start] = await loadAttempts(second)
    const looks = await t.app.db
      .select({ at: attemptReviews.at })
      .from(attemptReviews)
      .innerJoin(attempts, eq(attempts.id, attemptReviews.attemptId))
      .where(eq(attempts.studentId, first.id))
    const secondsAfterLook = Math.round(((start?.startedAt.getTime() ?? 0) - (looks[0]?.at.getTime() ?? 0)) / 1_000)
    expect(secondsAfterLook).toBeGreaterThanOrEqual(60)
    expect(await flagsOf(t, second)).toMatchObject([
      { kind: 'shared-device', role: 'user', otherStudentId: first.id, facts: { secondsAfterLook, quizzes: 1 } },
    ])
    expect(await flagsOf(t, first)).toEqual([])
  })

  it('is flagged even without a review, because the end of a quiz shows the right answers', async () => {
    const quiz = await makeQuiz(t)
    const first = await makePlayer(t)
    await play(t, first, quiz, HONEST)
    const second = await makePlayer(t, { device: first.device })
    await play(t, second, quiz, QUICK)
    expect(await kindsOf(second)).toEqual(['shared-device'])
  })

  it('is flagged for a review between its start and its answers', async () => {
    const quiz = await makeQuiz(t)
    const first = await makePlayer(t)
    await play(t, first, quiz, HONEST)
    t.app.clock.advance(11 * MINUTE)
    const second = await makePlayer(t, { device: first.device })
    await play(t, second, quiz, { ...QUICK, afterStart: () => calls.review(first, quiz) })
    expect(await kindsOf(second)).toEqual(['shared-device'])
  })

  it('is flagged if the first one takes the whole quiz between its start and its answers', async () => {
    const quiz = await makeQuiz(t)
    const first = await makePlayer(t)
    const second = await makePlayer(t, { device: first.device })
    await play(t, second, quiz, { ...QUICK, afterStart: () => play(t, first, quiz, { choose: oneWrong }) })
    expect(await kindsOf(second)).toEqual(['shared-device'])
  })

  it('is not flagged for a review after its last answer', async () => {
    const quiz = await makeQuiz(t)
    const first = await makePlayer(t)
    await play(t, first, quiz, HONEST)
    t.app.clock.advance(11 * MINUTE)
    const second = await makePlayer(t, { device: first.device })
    await play(t, second, quiz, QUICK)
    t.app.clock.advance(1)
    await calls.review(first, quiz)
    expect(await flagsOf(t, second)).toEqual([])
  })

  it('cannot hide a review with a later one', async () => {
    const quiz = await makeQuiz(t)
    const first = await makePlayer(t)
    await play(t, first, quiz, HONEST)
    t.app.clock.advance(11 * MINUTE)
    await calls.review(first, quiz)
    const second = await makePlayer(t, { device: first.device })
    await play(t, second, quiz, QUICK)
    t.app.clock.advance(2 * MINUTE)
    await calls.review(first, quiz)
    expect(await kindsOf(second)).toEqual(['shared-device'])
  })

  it('is not flagged if it takes time to think or makes a mistake', async () => {
    const quiz = await makeQuiz(t)
    const first = await makePlayer(t)
    await play(t, first, quiz, HONEST)
    const [slow, mistaken] = [
      await makePlayer(t, { device: first.device }),
      await makePlayer(t, { device: first.device }),
    ]
    await play(t, slow, quiz, HONEST)
    await play(t, mistaken, quiz, { ...QUICK, choose: oneWrong })
    expect([...(await flagsOf(t, slow)), ...(await flagsOf(t, mistaken))]).toEqual([])
  })

  it('is not found by a made-up secret', async () => {
    const quiz = await makeQuiz(t)
    const first = await makePlayer(t, { device: 'x'.repeat(43) })
    await play(t, first, quiz, HONEST)
    const second = await makePlayer(t, { device: 'x'.repeat(43) })
    await play(t, second, quiz, QUICK)
    expect(await flagsOf(t, second)).toEqual([])
  })

  it('is found from its next login if the browser has one of the first one’s secrets by then', async () => {
    const [first, second] = [await makePlayer(t), await makePlayer(t)]
    const credentials = { email: second.email, password: PASSWORD, device: `${second.device} ${first.device}` }
    const { authToken: token } = await logInStudent(t.app, credentials, { address: '192.0.2.1', userAgent: 'test' })
    const quiz = await makeQuiz(t)
    await play(t, first, quiz, HONEST)
    await play(t, { ...second, token }, quiz, QUICK)
    expect(await kindsOf(second)).toEqual(['shared-device'])
  })

  it('keeps its device when accounts from different devices log in together', async () => {
    const [first, second] = [await makePlayer(t), await makePlayer(t)]
    const third = await makePlayer(t, { device: `${second.device} ${first.device}` })
    const quiz = await makeQuiz(t)
    await play(t, first, quiz, HONEST)
    await play(t, third, quiz, QUICK)
    expect(await kindsOf(third)).toEqual(['shared-device'])
  })
})

describe('five accounts of one person', () => {
  it('Q-16 form one cluster if four of them learn the options for the fifth', async () => {
    const quiz = await makeQuiz(t)
    const made = await Promise.all(Array.from({ length: 5 }, async () => makePlayer(t)))
    // Their second round is in one browser, which sends everyone's secrets.
    const players = []
    for (const player of made) players.push(await logInBeside(t, player, ...made))
    const [fifth, first, ...others] = players as [Player, Player, ...Player[]]
    const learners = [first, ...others]
    for (const [index, learner] of learners.entries())
      await play(t, learner, quiz, { ...QUICK, choose: (n) => (n === index ? 'wrong one' : 'right') })
    await play(t, fifth, quiz, QUICK)
    await examine(t)
    const names = (list: readonly { username: string }[]) => new Set(list.map(({ username }) => username))
    const readCluster = async ({ username }: { username: string }) =>
      new Set((await t.as(admin.token)(readFlagged, { params: { username } })).cluster)
    expect(await readCluster(fifth)).toEqual(names(learners))
    expect(await readCluster(first)).toEqual(names([...others, fifth]))
  })
})

describe('a second account on the same network', () => {
  it('is flagged once it repeats in three quizzes', async () => {
    const address = newAddress()
    const [first, second] = [await makePlayer(t, { address }), await makePlayer(t, { address })]
    for (let quizzes = 1; quizzes <= 3; quizzes += 1) {
      expect(await flagsOf(t, second)).toEqual([])
      const quiz = await makeQuiz(t)
      await play(t, first, quiz, { ...HONEST, choose: oneWrong })
      await play(t, second, quiz, QUICK)
    }
    expect(await flagsOf(t, second)).toMatchObject([
      { kind: 'shared-network', role: 'user', otherStudentId: first.id, facts: { quizzes: 3 } },
    ])
    expect(await kindsOf(first)).toEqual(['shared-network'])
  })

  it('is not flagged for one quick quiz after others that took time to think', async () => {
    const address = newAddress()
    const [first, second] = [await makePlayer(t, { address }), await makePlayer(t, { address })]
    for (const pace of [HONEST, HONEST, QUICK]) {
      const quiz = await makeQuiz(t)
      await play(t, first, quiz, { ...HONEST, choose: oneWrong })
      await play(t, second, quiz, pace)
    }
    expect(await flagsOf(t, second)).toEqual([])
  })

  it('is flagged at once if it answers faster than the reading time', async () => {
    const [address, quiz] = [newAddress(), await makeQuiz(t)]
    const [first, second] = [await makePlayer(t, { address }), await makePlayer(t, { address })]
    await play(t, first, quiz, HONEST)
    await play(t, second, quiz)
    expect(await kindsOf(second)).toEqual(['fast', 'shared-network'])
  })

  it('is not flagged on a crowd’s network', async () => {
    const [address, quiz] = [newAddress(), await makeQuiz(t)]
    for (let n = 0; n < 5; n += 1) await play(t, await makePlayer(t, { address }), quiz, HONEST)
    const sixth = await makePlayer(t, { address })
    await play(t, sixth, quiz)
    expect(await kindsOf(sixth)).toEqual(['fast'])
  })
})

describe('two accounts with the same mailbox', () => {
  it('are flagged once both have points', async () => {
    const name = unique('mail')
    const first = await makePlayer(t, { changes: { email: `${name}@gmail.com` } })
    const second = await makePlayer(t, { changes: { email: `${name}+two@gmail.com` } })
    const quiz = await makeQuiz(t, { count: 2 })
    await play(t, first, quiz, HONEST)
    await play(t, second, quiz, { ...HONEST, choose: () => 'wrong one' })
    expect([...(await flagsOf(t, first)), ...(await flagsOf(t, second))]).toEqual([])
    await play(t, second, await makeQuiz(t, { count: 2 }), HONEST)
    await play(t, second, await makeQuiz(t, { count: 2 }), HONEST)
    const flag = { kind: 'same-address', attemptId: null, facts: { accounts: 2 } }
    expect(await flagsOf(t, second)).toMatchObject([{ ...flag, otherStudentId: first.id }])
    expect(await flagsOf(t, first)).toMatchObject([{ ...flag, otherStudentId: second.id }])
  })
})

describe('two accounts with the same mailbox that are older than the address hashes', () => {
  it('are flagged when their attempts are examined, before the nightly job', async () => {
    const name = unique('mail')
    const first = await makePlayer(t, { changes: { email: `${name}@gmail.com` } })
    const second = await makePlayer(t, { changes: { email: `${name}+two@gmail.com` } })
    await t.app.db
      .update(students)
      .set({ addressHash: null })
      .where(inArray(students.id, [first.id, second.id]))
    const quiz = await makeQuiz(t, { count: 2 })
    await play(t, first, quiz, HONEST)
    await play(t, second, quiz, HONEST)
    expect(await kindsOf(first)).toEqual(['same-address'])
    expect(await kindsOf(second)).toEqual(['same-address'])
  })
})

describe('an account that started a quiz before another one with its mailbox was deleted', () => {
  it('is flagged once it has points, even at an honest pace', async () => {
    const name = unique('mail')
    const former = await makePlayer(t, { changes: { email: `${name}@gmail.com` } })
    const second = await makePlayer(t, { changes: { email: `${name}+two@gmail.com` } })
    const [quiz, other] = [await makeQuiz(t), await makeQuiz(t)]
    await play(t, former, quiz, HONEST)
    const erase = () => t.as(former.token)(eraseAccount, { body: { password: PASSWORD } })
    await play(t, second, quiz, { ...HONEST, afterStart: erase })
    await play(t, second, other, HONEST)
    const [attempt] = (await loadAttempts(second)).filter(({ videoId }) => videoId === quiz.video.id)
    const flag = { kind: 'former-account', attemptId: attempt?.id, otherStudentId: null, role: 'user' }
    expect(await flagsOf(t, second)).toMatchObject([flag])
    const { flags } = await t.as(admin.token)(readFlagged, { params: { username: second.username } })
    expect(flags).toMatchObject([{ kind: 'former-account', other: null }])
  })
})

describe('a perfect quiz after a deleted account', () => {
  const erase = (player: { token: string }) => t.as(player.token)(eraseAccount, { body: { password: PASSWORD } })

  it('is flagged on the same device, even at an honest pace', async () => {
    const quiz = await makeQuiz(t)
    const former = await makePlayer(t)
    await play(t, former, quiz, { ...HONEST, choose: oneWrong })
    await erase(former)
    t.app.clock.advance(30 * 24 * 60 * MINUTE)
    const again = await makePlayer(t, { device: former.device })
    await play(t, again, quiz, HONEST)
    expect(await flagsOf(t, again)).toMatchObject([{ kind: 'former-account', otherStudentId: former.id, role: 'user' }])
  })

  it('is flagged on the same network within the hour, if it was quick', async () => {
    const [quiz, address] = [await makeQuiz(t), newAddress()]
    const former = await makePlayer(t, { address })
    await play(t, former, quiz, { ...HONEST, choose: oneWrong })
    await erase(former)
    t.app.clock.advance(30 * MINUTE)
    const [quick, slow] = [await makePlayer(t, { address }), await makePlayer(t, { address })]
    await play(t, quick, quiz, QUICK)
    await play(t, slow, quiz, HONEST)
    t.app.clock.advance(40 * MINUTE)
    const late = await makePlayer(t, { address })
    await play(t, late, quiz, QUICK)
    expect([await kindsOf(quick), await kindsOf(slow), await kindsOf(late)]).toEqual([['former-account'], [], []])
  })

  it('is not flagged for others', async () => {
    const quiz = await makeQuiz(t)
    const former = await makePlayer(t)
    await play(t, former, quiz, HONEST)
    await erase(former)
    const other = await makePlayer(t)
    await play(t, other, quiz, QUICK)
    expect(await flagsOf(t, other)).toEqual([])
  })
})

describe('the examination', () => {
  it('happens automatically within a minute', async () => {
    const [player, quiz] = [await makePlayer(t), await makeQuiz(t)]
    await play(t, player, quiz)
    const server = await startTestApp({}, t, { runsSchedules: true })
    const find = () => t.app.db.select().from(fairPlayFlags).where(eq(fairPlayFlags.studentId, player.id))
    try {
      await waitFor(async () => expect(await find()).toHaveLength(1))
    } finally {
      await server.close()
    }
  })

  it('is done by one server at a time', async () => {
    await examine(t)
    const player = await makePlayer(t)
    const client = await t.owner.connect()
    try {
      await client.query(`select pg_advisory_lock(hashtext('fair play'))`)
      await play(t, player, await makeQuiz(t))
      await examineAttempts(t.app)
      const [attempt] = await loadAttempts(player)
      const [origin] = await t.app.db
        .select()
        .from(attemptOrigins)
        .where(eq(attemptOrigins.attemptId, attempt?.id ?? ''))
      expect(origin?.examinedAt).toBeNull()
    } finally {
      client.release(true)
    }
    expect(await kindsOf(player)).toEqual(['fast'])
  })

  it('continues after an attempt that cannot be examined', async () => {
    const [broken, player, quiz] = [await makePlayer(t), await makePlayer(t), await makeQuiz(t)]
    await calls.start(broken, quiz)
    const [attempt] = await loadAttempts(broken)
    // A database error, which ends a transaction that is not nested.
    await t.owner.query(
      `alter table attempt_origins add constraint broken check (attempt_id <> '${attempt?.id}' or examined_at is null)`,
    )
    await calls.finish(broken, quiz)
    await play(t, player, quiz)
    await waitFor(async () => {
      await examineAttempts(t.app)
      expect(await t.app.db.select().from(fairPlayFlags).where(eq(fairPlayFlags.studentId, player.id))).toHaveLength(1)
    })
    const unexamined = await t.app.db.select().from(attemptOrigins).where(isNull(attemptOrigins.examinedAt))
    expect(unexamined).toMatchObject([{ attemptId: attempt?.id }])
    await t.owner.query('alter table attempt_origins drop constraint broken')
    expect(await flagsOf(t, broken)).toEqual([])
  })

  it('continues after a hundred of them', async () => {
    const [broken, player, quiz] = [await makePlayer(t), await makePlayer(t), await makeQuiz(t)]
    await play(t, broken, quiz, HONEST)
    await examine(t)
    const [attempt] = await loadAttempts(broken)
    await t.owner.query(`
      alter table attempt_origins add constraint broken check (network_hash <> 'broken' or examined_at is null);
      with copies as (
        insert into attempts select (jsonb_populate_record(attempts, jsonb_build_object('id', gen_random_uuid(), 'reset_at', started_at))).*
        from attempts, generate_series(1, 100) where id = '${attempt?.id}' returning id, started_at
      ) insert into attempt_origins (attempt_id, network_hash, started_at) select id, 'broken', started_at from copies`)
    await play(t, player, quiz)
    await waitFor(async () => {
      await examineAttempts(t.app)
      expect(await t.app.db.select().from(fairPlayFlags).where(eq(fairPlayFlags.studentId, player.id))).toHaveLength(1)
    })
    await t.owner.query('alter table attempt_origins drop constraint broken')
    await examine(t)
  })

  it('flags nothing twice', async () => {
    const player = await makePlayer(t)
    await play(t, player, await makeQuiz(t))
    await examine(t)
    await t.app.db.update(attemptOrigins).set({ examinedAt: null })
    expect(await kindsOf(player)).toEqual(['fast'])
  })
})

describe('where an attempt was taken', () => {
  it('is stored as codes, including for an attempt that an answer opens', async () => {
    const [player, quiz] = [await makePlayer(t), await makeQuiz(t, { count: 1 })]
    await calls.answer(player, quiz, 0, 'right')
    const [attempt] = await loadAttempts(player)
    const [origin] = await t.app.db
      .select()
      .from(attemptOrigins)
      .where(eq(attemptOrigins.attemptId, attempt?.id ?? ''))
    expect(origin).toMatchObject({ startedAt: attempt?.startedAt })
    expect(origin?.deviceId).not.toBeNull()
    expect(JSON.stringify(origin)).not.toContain('127.0.0.1')
  })

  it('are deleted after 90 days, with the reviews and the browsers of erased accounts', async () => {
    const [player, quiz] = [await makePlayer(t), await makeQuiz(t)]
    await play(t, player, quiz, HONEST)
    await calls.review(player, quiz)
    await t.as(player.token)(eraseAccount, { body: { password: PASSWORD } })
    await examine(t)
    // An attempt that has not been examined keeps its row.
    const open = await makePlayer(t)
    await calls.start(open, quiz)
    await t.app.db
      .update(attempts)
      .set({ deadline: new Date('2099-01-01') })
      .where(eq(attempts.studentId, open.id))
    const count = async () => {
      const { rows } = await t.app.db.execute<Record<string, number>>(sql`
        select (select count(*)::integer from ${attemptOrigins}) as origins,
          (select count(*)::integer from ${attemptReviews}) as reviews,
          (select count(*)::integer from former_browsers) as browsers`)
      return rows[0]
    }
    t.app.clock.advance(90 * 24 * 60 * MINUTE - MINUTE)
    const before = await count()
    expect(before?.['browsers']).toBeGreaterThan(0)
    await deleteOldOrigins(t.app)
    expect(await count()).not.toEqual({ origins: 1, reviews: 0, browsers: 0 })
    t.app.clock.advance(2 * MINUTE)
    await deleteOldOrigins(t.app)
    expect(await count()).toEqual({ origins: 1, reviews: 0, browsers: 0 })
  })
})
