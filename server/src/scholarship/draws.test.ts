import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkDraw, toChain, toChainFile } from '@baobab/contract/check-draw.ts'
import { defaultChain, quicknet, roundAt, timeOfRound } from '@baobab/contract/draw-chain.ts'
import { hashNotices } from '@baobab/contract/draw-files.ts'
import { leafOf, parseDrawList } from '@baobab/contract/draw-list.ts'
import { hashText } from '@baobab/contract/draw-rules.ts'
import { drawTime } from '@baobab/contract/draw-schedule.ts'
import { monthCloses, nextMonth } from '@baobab/contract/scholarship-month.ts'
import { registerStudent } from '@baobab/contract/accounts.ts'
import type { DrawFileName } from '@baobab/contract/scholarship.ts'
import { eraseAccount } from '@baobab/contract/privacy.ts'
import { lagosDate } from '@baobab/contract/age.ts'
import { and, asc, eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  makeAdmin,
  makePayment,
  makeQuiz,
  makeStudent,
  PASSWORD,
  registration,
  type MadeQuiz,
  type MadeStudent,
} from '../../test/factories.ts'
import { makeDueDraw } from '../../test/draws.ts'
import { startTestApp, type KeptDatabase, type TestApp } from '../../test/harness.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { waitFor } from '../../test/wait-for.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { auditLines } from '../audit/tables.ts'
import { leaderboardEntries } from '../leaderboard/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { eraseStudent } from '../privacy/erase-account.ts'
import { openDrand } from '../platform/beacon/drand.ts'
import { applyRegrade } from '../quiz/admin/regrade/apply-regrade.ts'
import { regrades } from '../quiz/tables.ts'
import { announceList, announceNotices } from './announce.ts'
import { readDrawFile } from './draw-files.ts'
import { freezeDueLists, freezeList, writeList } from './freeze-list.ts'
import { listDraws, readDraw as readDetail, readMyDraw } from './queries.ts'
import { loadDraw, runDueDraws } from './run-draw.ts'
import { toBeacons, toNotices } from './rules.ts'
import { strikeDueDraws } from './strike-out.ts'
import { drawEntries, drawEvents, draws } from './tables.ts'

let t: TestApp
let month: string
let quiz: MadeQuiz
const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
/** Starts an app that has a quiz and nobody. */
async function startEmpty(): Promise<void> {
  t = await startTestApp(settings)
  month = lagosDate(t.app.clock.now()).slice(0, 7)
  quiz = await makeQuiz(t)
}
afterEach(() => t.close())

/** Answers the first questions of the quiz correctly, for ten points each. */
async function earn(student: MadeStudent, points: number): Promise<MadeStudent> {
  for (let n = 0; n < points / 10; n += 1) await quizCalls((token) => t.as(token)).answer(student, quiz, n, 'right')
  return student
}
/** Erases an account whose session has ended by the time of the test. */
const erase = ({ id }: MadeStudent) => t.app.db.transaction((tx) => eraseStudent(t.app, tx, id))
const enter = async (points: number) => earn(await makeStudent(t), points)

const setTo = (at: Date, ms = 0) => t.app.clock.set(new Date(at.getTime() + ms))
const close = async () => {
  setTo(monthCloses(month).closesAt, 10 * 60_000 + 1_000)
  await freezeDueLists(t.app)
}
const readDraws = () => t.app.db.select().from(draws).orderBy(asc(draws.month))
const readEntries = (drawId: string) =>
  t.app.db.select().from(drawEntries).where(eq(drawEntries.drawId, drawId)).orderBy(asc(drawEntries.position))

async function onlyDraw() {
  const [draw, ...others] = await readDraws()
  expect(others).toEqual([])
  if (!draw) throw new Error('there is no draw')
  return draw
}

async function listNamedEntries(all: Record<string, MadeStudent>) {
  const names = new Map(Object.entries(all).map(([name, { id }]) => [id, name]))
  const entries = await readEntries((await onlyDraw()).id)
  return entries.map(({ studentId, points, leftOut }) => [names.get(studentId ?? ''), points, leftOut])
}

describe('the list of a month', () => {
  beforeEach(startEmpty)

  it('G-07 is frozen ten minutes after the close, once, with those who earned points by then, in the order of the board', async () => {
    // Neither has a line: a registration without a verified email, and an account without an answer.
    await t.as()(registerStudent, { body: registration() })
    await makeStudent(t)
    const all = { ada: await enter(20), bola: await enter(50), chidi: await enter(20), none: await makeStudent(t) }
    await quizCalls((token) => t.as(token)).answer(all.none, quiz, 0, 'wrong one')
    setTo(monthCloses(month).closesAt, 10 * 60_000 - 1_000)
    await freezeDueLists(t.app)
    expect(await readDraws()).toEqual([])
    await close()
    await freezeDueLists(t.app)
    expect(await listNamedEntries(all)).toEqual([
      ['bola', 50, null],
      ['ada', 20, null],
      ['chidi', 20, null],
      ['none', 0, 'no-correct-answer'],
    ])
    const draw = await onlyDraw()
    const list = parseDrawList(draw.list)
    expect(list.leaves).toHaveLength(3)
    expect(draw).toMatchObject({ month, entrantCount: 3, drawsAt: monthCloses(month).drawsAt })
    for (const { studentId, index, leaf, nonce } of (await readEntries(draw.id)).slice(0, 3)) {
      expect(list.leaves[index ?? -1]).toBe(leaf)
      expect(leafOf({ month, studentId: studentId ?? '', nonce: nonce ?? Buffer.alloc(0) })).toBe(leaf)
    }
    // The published boards have those and nobody else, and the list is their lines without whoever is left out.
    const loaded = await loadDraw(t.app, t.app.db, draw)
    const readNames = async (name: DrawFileName) =>
      (await readDrawFile(t.app, loaded, name))
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[1])
    const { ada, bola, chidi, none } = all
    expect(await readNames('board-11-20.csv')).toEqual([bola, ada, chidi, none].map(({ username }) => username))
    expect(await readNames('board-5-10.csv')).toEqual([])
    const own = await Promise.all([ada, bola, chidi].map((student) => readMyDraw(t.app, student)))
    expect(own.map(({ entries: [entry] }) => entry?.leaf ?? '').toSorted()).toEqual(list.leaves)
    expect((await readMyDraw(t.app, none)).entries).toMatchObject([{ leaf: null, leftOut: 'no-correct-answer' }])
  })

  it('counts answers up to the close, and none after it', async () => {
    setTo(monthCloses(month).closesAt, -60_000)
    const all = { early: await enter(10), late: await enter(10), fresh: await makeStudent(t) }
    setTo(monthCloses(month).closesAt, -1_000)
    await earn(all.early, 20)
    setTo(monthCloses(month).closesAt, 1_000)
    await earn(all.late, 50)
    await earn(all.fresh, 50)
    await close()
    expect(await listNamedEntries(all)).toEqual([
      ['early', 20, null],
      ['late', 10, null],
    ])
    // The next month has all points.
    month = nextMonth(month)
    setTo(monthCloses(month).closesAt, 11 * 60_000)
    await freezeDueLists(t.app)
    const [, second] = await readDraws()
    expect((await readEntries(second?.id ?? '')).map(({ points }) => points)).toEqual([50, 50, 20])
  })

  it('G-09 leaves out who has not paid by the close, where the rules ask for a payment', async () => {
    await t.close()
    t = await startTestApp()
    quiz = await makeQuiz(t)
    const all = { paid: await enter(10), unpaid: await enter(20), late: await enter(30) }
    await makePayment(t, { studentId: all.paid.id, kinds: ['succeeded'] })
    await t.app.pool.query(`update payments set paid_at = opened_at where student_id = '${all.paid.id}'`)
    setTo(monthCloses(month).closesAt, 1_000)
    await makePayment(t, { studentId: all.late.id, kinds: ['succeeded'] })
    await t.app.pool.query(`update payments set paid_at = opened_at where student_id = '${all.late.id}'`)
    await close()
    expect(await listNamedEntries(all)).toEqual([
      ['late', 30, 'not-paid'],
      ['unpaid', 20, 'not-paid'],
      ['paid', 10, null],
    ])
    const rules = await readDrawFile(t.app, await loadDraw(t.app, t.app.db, await onlyDraw()), 'rules.txt')
    expect(rules).toContain('The payment was made before the month closed, and was known when the list was frozen.')
    expect((await onlyDraw()).list).toContain(`rules ${hashText(rules)}`)
  })

  it('is without those who were disqualified or erased before it was frozen', async () => {
    const all = { ada: await enter(10), gone: await enter(20), out: await enter(30) }
    await t.as(all.gone.token)(eraseAccount, { body: { password: PASSWORD } })
    await t.app.db.update(students).set({ disqualifiedAt: t.app.clock.now() }).where(eq(students.id, all.out.id))
    await close()
    expect(await listNamedEntries(all)).toEqual([['ada', 10, null]])
  })

  it('of nobody is published, and the month ends without a winner', async () => {
    await close()
    const draw = await onlyDraw()
    expect((await loadDraw(t.app, t.app.db, draw)).state).toEqual({ state: 'ended' })
    setTo(draw.drawsAt, 60_000)
    await runDueDraws(t.app)
    expect((await loadDraw(t.app, t.app.db, draw)).state).toEqual({ state: 'ended' })
  })

  it('G-03 of every missed month is made after a downtime, with a round that is at least 48 hours ahead', async () => {
    await enter(10)
    const second = nextMonth(month)
    setTo(monthCloses(second).drawsAt, 5 * 24 * 3_600_000)
    await freezeDueLists(t.app)
    const made = await readDraws()
    expect(made.map((draw) => draw.month)).toEqual([month, second])
    for (const draw of made) {
      expect(draw.drawsAt.getTime() - draw.frozenAt.getTime()).toBeGreaterThanOrEqual(48 * 3_600_000)
      expect(draw.drawsAt).toEqual(drawTime(draw.month, draw.frozenAt))
    }
  })

  it('of one month is made although that of another fails', async () => {
    const second = nextMonth(month)
    setTo(monthCloses(second).drawsAt)
    await t.owner.query(
      `create trigger broken before insert on draws for each row when (new.month = '${month}') execute function refuse_change()`,
    )
    await expect(freezeDueLists(t.app)).rejects.toThrow(/1 of \d failed/)
    expect((await readDraws()).map((draw) => draw.month)).toEqual([second])
  })

  it('keeps nothing of a student who erased the account while it was being frozen', async () => {
    const [ada, gone] = [await enter(10), await enter(20)]
    setTo(monthCloses(month).closesAt, 10 * 60_000 + 1_000)
    let freezing: Promise<unknown> | undefined
    await t.app.db.transaction(async (tx) => {
      await eraseStudent(t.app, tx, gone.id)
      freezing = freezeList(t.app, month)
      // The list has been read without the erasure, and waits for the student's row.
      await waitFor(async () => {
        const { rows } = await t.owner.query(`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query ilike '%draw_entries%'`)
        expect(rows).toHaveLength(1)
      })
    })
    await freezing
    expect(await readEntries((await onlyDraw()).id)).toMatchObject([{ studentId: ada.id, points: 10 }])
  })

  it('is that of a server whose last commit came after it had lost its lock', async () => {
    await enter(10)
    setTo(monthCloses(month).closesAt, 10 * 60_000 + 1_000)
    let freezing: Promise<unknown> | undefined
    const written = await t.app.db.transaction(async (tx) => {
      const draw = await writeList(t.app, tx, { month, version: 1 })
      freezing = freezeList(t.app, month)
      await waitFor(async () => {
        const { rows } = await t.owner.query(`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query ilike '%insert into "draws"%'`)
        expect(rows).toHaveLength(1)
      })
      return draw
    })
    expect(await freezing).toBeUndefined()
    expect(await onlyDraw()).toMatchObject({ id: written.id })
  })

  it('is not made while a relay has the round that decides, because then the clock is behind', async () => {
    setTo(monthCloses(month).closesAt, 10 * 60_000 + 1_000)
    const ahead = createServer((request, response) => {
      const round = Number(request.url?.split('/').at(-1))
      response.end(JSON.stringify(t.sandbox.signRound(round)))
    }).listen(0, '127.0.0.1')
    await once(ahead, 'listening')
    const { port } = ahead.address() as AddressInfo
    const { chain } = t.app.drand
    const drand = openDrand({ urls: [`http://127.0.0.1:${port}`], chain }, t.app.log)
    await expect(freezeList({ ...t.app, drand }, month)).rejects.toThrow(/is known already/)
    ahead.close()
    await expect(freezeList({ ...t.app, drand }, month)).resolves.toMatchObject({ month })
  })

  it('G-02 cannot be changed', async () => {
    await close()
    for (const table of ['draws', 'draw_events', 'draw_rules', 'draw_entries', 'scholarship_start'])
      await expect(t.owner.query(`delete from ${table}`)).rejects.toThrow(/append-only/)
    await expect(t.owner.query("insert into scholarship_start values ('2020-01')")).rejects.toThrow(/append-only/)
  })

  it('C-06 keeps each entry with its student, until the account is erased', async () => {
    const [ada, friend] = [await enter(10), await makeStudent(t)]
    await close()
    const changes = [
      `student_id = '${friend.id}'`,
      `nonce = null`,
      `nonce = '\\x00'`,
      'reached_at = null',
      'points = 50',
      'place = 2',
      'index = 1',
      `leaf = '${'a'.repeat(64)}'`,
    ]
    for (const change of changes)
      await expect(t.owner.query(`update draw_entries set ${change}`)).rejects.toThrow(/append-only/)
    const { id: drawId } = await onlyDraw()
    await announceList(t.app, { drawId })
    await expect(t.owner.query('update draw_entries set announced_at = null')).rejects.toThrow(/append-only/)
    await t.owner.query('update draw_entries set notices_told = 2')
    await expect(t.owner.query('update draw_entries set notices_told = 1')).rejects.toThrow(/append-only/)
    await erase(ada)
    expect(await readEntries(drawId)).toMatchObject([{ studentId: null, nonce: null, reachedAt: null, points: 10 }])
    await expect(t.owner.query(`update draw_entries set student_id = '${friend.id}'`)).rejects.toThrow(/append-only/)
  })

  it('G-02 is told to every entrant once, with number and line', async () => {
    const ada = await enter(10)
    await close()
    const draw = await onlyDraw()
    await announceList(t.app, { drawId: draw.id })
    await announceList(t.app, { drawId: draw.id })
    const [mail, ...others] = await t.mails(ada.email, 'You are in the draw')
    expect(others).toEqual([])
    expect(mail?.text).toContain(draw.listHash)
    expect(mail?.text).toContain(parseDrawList(draw.list).leaves[0])
  })
})

describe('a regrade of the first question, to another answer,', () => {
  beforeEach(startEmpty)

  /** Agrees to it at an instant, without the job that would apply it. @returns what that job does */
  async function agreeAt(at: Date) {
    const admin = await makeAdmin(t)
    const decision = {
      proposedBy: admin.id,
      proposedAt: at,
      decision: 'agreed',
      decidedBy: admin.id,
      decidedAt: at,
    } as const
    const change = { oldAnswer: 'right', newAnswer: 'wrong one', keepsOld: false }
    const about = { questionId: quiz.questions[0]?.id ?? '', videoId: quiz.video.id, ageCategory: quiz.ageCategory }
    const values = { ...about, ...change, ...decision, question: 'Question 1?' }
    const [regrade] = await t.app.db.insert(regrades).values(values).returning()
    return () => applyRegrade(t.app, regrade?.id ?? '', new AbortController().signal)
  }
  const answer = (student: MadeStudent, n: number, option: string) =>
    quizCalls((token) => t.as(token)).answer(student, quiz, n, option)
  const before = (ms: number) => new Date(monthCloses(month).closesAt.getTime() - ms)

  it('that was agreed to before the close is waited for, and counts', async () => {
    const all = { loses: await enter(20), gains: await makeStudent(t) }
    await answer(all.gains, 0, 'wrong one')
    const apply = await agreeAt(before(1_000))
    await close()
    expect(await readDraws()).toEqual([])
    await apply()
    await freezeDueLists(t.app)
    expect(await listNamedEntries(all)).toEqual([
      ['loses', 10, null],
      ['gains', 10, null],
    ])
  })

  it('that was agreed to after the close changes nothing of that month, and counts from the next', async () => {
    const all = { loses: await enter(20), gains: await makeStudent(t), other: await enter(10) }
    await answer(all.gains, 1, 'right')
    await answer(all.gains, 0, 'wrong one')
    const apply = await agreeAt(before(-1_000))
    setTo(monthCloses(month).closesAt, 60_000)
    await apply()
    await close()
    const expected = [
      ['loses', 20, null],
      ['other', 10, null],
      ['gains', 10, null],
    ]
    expect(await listNamedEntries(all)).toEqual(expected)
    const [entry] = await readEntries((await onlyDraw()).id)
    const [given] = await t.app.db
      .select()
      .from(leaderboardEntries)
      .where(eq(leaderboardEntries.studentId, all.loses.id))
    expect(entry?.reachedAt).toEqual(given?.reachedAt)
    month = nextMonth(month)
    setTo(monthCloses(month).closesAt, 11 * 60_000)
    await freezeDueLists(t.app)
    const [, second] = await readDraws()
    expect((await readEntries(second?.id ?? '')).map(({ points }) => points)).toEqual([20, 10, 0])
  })

  it('of an answer that came after the close leaves the points of that month alone', async () => {
    setTo(before(60_000))
    const student = await makeStudent(t)
    await answer(student, 1, 'right')
    const apply = await agreeAt(before(1_000))
    setTo(before(-1_000))
    await answer(student, 0, 'right')
    await apply()
    await close()
    expect(await listNamedEntries({ student })).toEqual([['student', 10, null]])
  })

  it('leaves a frozen list as it is, to the byte', async () => {
    await enter(20)
    await close()
    const draw = await onlyDraw()
    // So that the job, which notes what it has announced, changes nothing meanwhile.
    await announceList(t.app, { drawId: draw.id })
    const entries = await readEntries(draw.id)
    await (
      await agreeAt(before(-3_600_000))
    )()
    await freezeDueLists(t.app)
    expect(await onlyDraw()).toEqual(draw)
    expect(await readEntries(draw.id)).toEqual(entries)
  })
})

describe('a draw', () => {
  let entrants: MadeStudent[]
  let kept: KeptDatabase
  beforeAll(async () => {
    await startEmpty()
    entrants = []
    for (const points of [10, 20, 30]) entrants.push(await enter(points))
    await close()
    kept = await t.closeAndKeep()
  })
  beforeEach(async () => {
    t = await startTestApp(settings, undefined, { kept })
  })
  afterAll(() => kept.drop())

  const auditOf = (action: string) => t.app.db.select().from(auditLines).where(eq(auditLines.action, action))
  const readDraw = async () => loadDraw(t.app, t.app.db, await onlyDraw())
  const drawnEvents = async () => t.app.db.select().from(drawEvents).where(eq(drawEvents.kind, 'drawn'))

  it('waits for its round and then has the winner that anybody computes from the files', async () => {
    const { draw } = await readDraw()
    await runDueDraws(t.app)
    expect((await readDraw()).state).toMatchObject({
      state: 'waiting',
      dueAt: timeOfRound(toChain(t.app.drand.chain), draw.round),
    })
    setTo(draw.drawsAt, 4_000)
    await runDueDraws(t.app)
    const { state, events, chain } = await readDraw()
    const winner = state.state === 'drawn' ? state.index : -1
    const check = checkDraw({
      list: (await onlyDraw()).list,
      listHash: draw.listHash,
      chain,
      beacons: toBeacons(events),
      notices: toNotices(events),
      winner,
    })
    expect(check.steps.map(({ isTrue }) => isTrue)).toEqual([true, true, true, true, true])
    expect(check.attempts[0]?.winner).toBe(winner)
  })

  it('happens although the events of another draw contradict each other, which is only left out of the pages', async () => {
    const { draw } = await readDraw()
    await makeDueDraw(
      t,
      entrants.map(({ id }) => id),
    )
    // Nobody may be struck out once the round is known.
    const late = { kind: 'struck' as const, data: { indexes: [0] }, at: draw.drawsAt }
    await t.app.db.insert(drawEvents).values({ ...late, drawId: draw.id })
    setTo(draw.drawsAt, 4_000)
    await expect(runDueDraws(t.app)).rejects.toThrow(/1 of \d failed/)
    expect(await drawnEvents()).toHaveLength(1)
    expect((await listDraws(t.app)).draws).toMatchObject([{ state: 'drawn' }])
  })

  describe('strikes out', () => {
    const HOUR_MS = 3_600_000
    const struckEvents = async () => (await readDraw()).events.filter(({ kind }) => kind === 'struck')
    const numberOf = async ({ id }: MadeStudent) =>
      (await readEntries((await onlyDraw()).id)).find(({ studentId }) => studentId === id)?.index ?? -1
    const disqualify = ({ id }: MadeStudent) =>
      t.app.db.update(students).set({ disqualifiedAt: t.app.clock.now() }).where(eq(students.id, id))
    /** Disqualifies the winner without an admin, which begins the next attempt. */
    const beginNextAttempt = async (index: number) =>
      t.app.db.insert(drawEvents).values({
        drawId: (await onlyDraw()).id,
        kind: 'disqualified',
        attempt: 1,
        data: { index, reason: 'wrong-age', admins: 1 },
        at: t.app.clock.now(),
      })

    it('an hour before the round who erased the account or was disqualified since, once on however many servers', async () => {
      const [gone, out, winner] = entrants
      if (!gone || !out || !winner) throw new Error('There are no entrants.')
      const numbers = [await numberOf(gone), await numberOf(out)].toSorted((a, b) => a - b)
      const last = await numberOf(winner)
      await erase(gone)
      await disqualify(out)
      const { draw } = await readDraw()
      setTo(draw.drawsAt, -HOUR_MS)
      await strikeDueDraws(t.app)
      expect(await struckEvents()).toEqual([])
      const second = await startTestApp({}, t)
      setTo(draw.drawsAt, -HOUR_MS + 3_000)
      second.app.clock.set(t.app.clock.now())
      await Promise.all(Array.from({ length: 8 }, (_, n) => strikeDueDraws(n % 2 ? t.app : second.app)))
      await second.close()
      expect(await struckEvents()).toMatchObject([{ attempt: 0, data: { indexes: numbers } }])
      expect(await auditOf('draw.struck')).toMatchObject([
        { adminId: null, subject: draw.id, details: { attempt: 0, struck: 2 } },
      ])
      setTo(draw.drawsAt, 4_000)
      await runDueDraws(t.app)
      expect((await readDraw()).state).toMatchObject({ state: 'drawn', index: last })
    })

    it('everybody, after which the month ends without a winner', async () => {
      for (const one of entrants) await disqualify(one)
      const { draw } = await readDraw()
      setTo(draw.drawsAt, -HOUR_MS + 3_000)
      await strikeDueDraws(t.app)
      setTo(draw.drawsAt, 4_000)
      await runDueDraws(t.app)
      expect((await readDraw()).state).toEqual({ state: 'ended' })
      expect(await auditOf('draw.ended')).toMatchObject([
        { adminId: null, subject: draw.id, details: { month: draw.month, attempt: 0, reason: 'struck' } },
      ])
    })

    it('Q-17 a student whose points are on hold, and tells the student', async () => {
      const [held, ...others] = entrants
      if (!held) throw new Error('There are no entrants.')
      await t.app.db.update(students).set({ heldAt: t.app.clock.now() }).where(eq(students.id, held.id))
      const mine = async (one: MadeStudent) => {
        const { current, entries } = await readMyDraw(t.app, one)
        return { isHeld: current.isHeld, isStruck: entries.map(({ isStruck }) => isStruck) }
      }
      expect(await mine(held)).toEqual({ isHeld: true, isStruck: [false] })
      const { draw } = await readDraw()
      setTo(draw.drawsAt, -HOUR_MS + 3_000)
      await strikeDueDraws(t.app)
      expect(await struckEvents()).toMatchObject([{ data: { indexes: [await numberOf(held)] } }])
      expect(await mine(held)).toEqual({ isHeld: true, isStruck: [true] })
      for (const other of others) expect(await mine(other)).toEqual({ isHeld: false, isStruck: [false] })
      // What is decided after the notice comes too late for this draw.
      await t.app.db.update(students).set({ heldAt: null }).where(eq(students.id, held.id))
      setTo(draw.drawsAt, 4_000)
      await runDueDraws(t.app)
      const { state } = await readDraw()
      expect(await Promise.all(others.map(numberOf))).toContain(state.state === 'drawn' && state.index)
    })

    it('nobody in a notice that is empty, which nobody can change later', async () => {
      const { draw } = await readDraw()
      setTo(draw.drawsAt, -HOUR_MS + 3_000)
      await strikeDueDraws(t.app)
      const [out] = entrants
      if (out) await disqualify(out)
      setTo(draw.drawsAt, -HOUR_MS + 60_000)
      await strikeDueDraws(t.app)
      expect(await struckEvents()).toMatchObject([{ data: { indexes: [] } }])
    })

    it('G-06 nobody in the last half hour, and nobody after the round', async () => {
      const { draw } = await readDraw()
      const [out] = entrants
      if (out) await disqualify(out)
      for (const ms of [-HOUR_MS / 2 + 4_000, 4_000, HOUR_MS]) {
        setTo(draw.drawsAt, ms)
        await strikeDueDraws(t.app)
        expect(await struckEvents()).toEqual([])
      }
    })

    it('before a repetition those who cannot win by then, and the first attempt still holds', async () => {
      const { draw } = await readDraw()
      setTo(draw.drawsAt, -HOUR_MS + 3_000)
      await strikeDueDraws(t.app)
      setTo(draw.drawsAt, 4_000)
      await runDueDraws(t.app)
      const { state } = await readDraw()
      const first = state.state === 'drawn' ? state.index : -1
      await beginNextAttempt(first)
      const others = await Promise.all(entrants.map(async (one) => ({ one, index: await numberOf(one) })))
      const struck = others.find(({ index }) => index !== first)
      if (!struck) throw new Error('There are no entrants.')
      await disqualify(struck.one)
      const next = (await readDraw()).state
      if (next.state !== 'waiting') throw new Error('The draw is not repeated.')
      setTo(next.dueAt, -HOUR_MS)
      await strikeDueDraws(t.app)
      setTo(next.dueAt, 4_000)
      await runDueDraws(t.app)
      expect((await struckEvents()).map(({ attempt, data }) => [attempt, data])).toEqual([
        [0, { indexes: [] }],
        [1, { indexes: [struck.index] }],
      ])
      const { events, chain } = await readDraw()
      const check = checkDraw({
        list: (await onlyDraw()).list,
        chain,
        beacons: toBeacons(events),
        notices: toNotices(events),
      })
      expect(check.steps.every(({ isTrue }) => isTrue)).toBe(true)
      expect(check.attempts[1]?.struck).toEqual([first, struck.index])
    })
  })

  it('waits for seven days, and then for the next chain too, which is published once', async () => {
    const {
      id,
      month: drawnMonth,
      round,
      drawsAt,
    } = await makeDueDraw(
      t,
      entrants.map((one) => one.id),
      toChainFile(quicknet),
    )
    const fallbacks = () => t.app.db.select().from(drawEvents).where(eq(drawEvents.kind, 'fallback'))
    setTo(drawsAt, 7 * 24 * 3_600_000 - 60_000)
    await runDueDraws(t.app)
    expect(await fallbacks()).toEqual([])
    setTo(drawsAt, 7 * 24 * 3_600_000 + 4_000)
    await Promise.all([runDueDraws(t.app), runDueDraws(t.app)])
    const data = { chain: defaultChain.hash, round: roundAt(defaultChain, drawsAt) }
    expect(await fallbacks()).toMatchObject([{ drawId: id, attempt: 0, data }])
    expect(await auditOf('draw.fallback')).toMatchObject([
      { adminId: null, subject: id, details: { month: drawnMonth, attempt: 0, round: data.round } },
    ])
    const shown = async () => (await readDetail(t.app, drawnMonth)).attempts
    expect(await shown()).toMatchObject([{ round, chainName: quicknet.beaconId, beacon: null }])
    // Not a real signature: only what is shown of the round matters here.
    const beacon = { round: data.round, signature: 'a', randomness: 'b' }
    await t.app.db
      .insert(drawEvents)
      .values({ drawId: id, kind: 'drawn', data: { beacon, seed: 'c', index: 0 }, at: t.app.clock.now() })
    expect(await shown()).toMatchObject([
      { round: data.round, chainName: defaultChain.beaconId, dueAt: drawsAt.toISOString() },
    ])
  })

  it('of a sandbox waits for its own chain, however long that is silent', async () => {
    const { draw } = await readDraw()
    t.sandbox.setRelayFault('failing')
    setTo(draw.drawsAt, 30 * 24 * 3_600_000)
    await runDueDraws(t.app)
    expect((await readDraw()).events.map(({ kind }) => kind)).not.toContain('fallback')
  })

  it('has one winner a month: a list that was replaced stays visible and is not drawn', async () => {
    const { draw } = await readDraw()
    const { id: _, ...copy } = await onlyDraw()
    const [second] = await t.app.db
      .insert(draws)
      .values({ ...copy, version: 2 })
      .returning()
    await t.app.db.insert(drawEvents).values({ drawId: draw.id, kind: 'voided', data: {}, at: t.app.clock.now() })
    setTo(draw.drawsAt, 4_000)
    const drawn = { kind: 'drawn' as const, data: {}, at: t.app.clock.now() }
    await expect(t.app.db.insert(drawEvents).values({ ...drawn, drawId: draw.id })).rejects.toMatchObject({
      cause: { message: 'another version of this list decides' },
    })
    await runDueDraws(t.app)
    expect(await drawnEvents()).toMatchObject([{ drawId: second?.id }])
    expect((await listDraws(t.app)).draws).toMatchObject([
      { version: 2, state: 'drawn' },
      { version: 1, state: 'voided', listHash: draw.listHash },
    ])
  })

  describe('notices', () => {
    /** Writes a notice without telling anybody. */
    const strike = async () => {
      const { id: drawId, frozenAt: at } = await onlyDraw()
      await t.app.db.insert(drawEvents).values({ drawId, kind: 'struck', data: { indexes: [] }, at })
      return { drawId, hash: hashNotices(toNotices((await readDraw()).events)) }
    }
    const newsFor = async ({ id }: MadeStudent) =>
      t.app.db
        .select({ text: notifications.description })
        .from(notifications)
        .where(and(eq(notifications.studentId, id), like(notifications.title, 'News about the draw%')))

    it('are told to every entrant once by the hash of their file, which the check takes', async () => {
      const { drawId, hash } = await strike()
      await announceNotices(t.app, { drawId, count: 1 })
      await announceNotices(t.app, { drawId, count: 1 })
      for (const entrant of entrants) expect(await newsFor(entrant)).toEqual([{ text: expect.stringContaining(hash) }])
      const loaded = await readDraw()
      expect(hashText(await readDrawFile(t.app, loaded, 'notices.json'))).toBe(hash)
      const notices = toNotices(loaded.events)
      const files = { list: (await onlyDraw()).list, chain: loaded.chain, beacons: [], told: hash }
      expect(checkDraw({ ...files, notices }).steps.at(-1)).toMatchObject({ name: 'chain', isTrue: true })
      expect(checkDraw({ ...files, notices: [] }).steps.at(-1)).toMatchObject({ name: 'told', isTrue: false })
    })

    it('are told by what was published since the last message', async () => {
      const { drawId } = await strike()
      await announceNotices(t.app, { drawId, count: 1 })
      const { draw, chain } = await readDraw()
      const named = Array.from({ length: 4 }, (_, n) => ({ name: `Witness ${n}`, commitment: `${n}`.repeat(64) }))
      const at = t.app.clock.now()
      await t.app.db.insert(drawEvents).values([
        { drawId, kind: 'fallback', data: { chain: chain.hash, round: draw.round }, at },
        { drawId, kind: 'witnesses', data: { witnesses: named }, at },
      ])
      await announceNotices(t.app, { drawId, count: 3 })
      for (const entrant of entrants) {
        const news = (await newsFor(entrant)).map(({ text }) => text.split('\nThe fingerprint')[0])
        expect(new Set(news)).toEqual(
          new Set([
            'We checked the list. Every entry can win.',
            [
              'The public source did not answer for seven days, so the next source in the rules decides.',
              'The public number did not come, so witnesses draw the winner.',
            ].join('\n'),
          ]),
        )
      }
    })

    it('of the strike are told by a job', async () => {
      const { draw } = await readDraw()
      setTo(draw.drawsAt, -3_600_000 + 3_000)
      await strikeDueDraws(t.app)
      await waitFor(async () => {
        for (const entrant of entrants) expect(await newsFor(entrant)).toHaveLength(1)
      })
    })

    it('do not wait for an erasure that waits for them', async () => {
      const { drawId } = await strike()
      const [gone, ...others] = entrants
      if (!gone) throw new Error('There are no entrants.')
      await announceList(t.app, { drawId })
      const erasing = await t.owner.connect()
      await erasing.query('begin')
      await erasing.query(`select from students where id = '${gone.id}' for update`)
      const announcing = announceNotices(t.app, { drawId, count: 1 })
      await waitFor(async () => {
        const { rows } = await t.owner.query(`select from pg_locks where not granted`)
        expect(rows.length).toBeGreaterThan(0)
      })
      await erasing.query(
        `update draw_entries set student_id = null, nonce = null, reached_at = null where student_id = '${gone.id}'`,
      )
      await erasing.query('commit')
      erasing.release()
      await announcing
      expect(await newsFor(gone)).toEqual([])
      for (const other of others) expect(await newsFor(other)).toHaveLength(1)
    })
  })

  it('names nobody if the row of the winner was given to a friend', async () => {
    const { draw } = await readDraw()
    const friend = await makeStudent(t)
    // Once all are told, no job locks the entries.
    await announceList(t.app, { drawId: draw.id })
    await t.owner.query(`alter table draw_entries disable trigger user;
      update draw_entries set student_id = '${friend.id}';
      alter table draw_entries enable trigger user`)
    setTo(draw.drawsAt, 4_000)
    await runDueDraws(t.app)
    expect((await listDraws(t.app)).draws).toMatchObject([{ state: 'drawn', winner: { name: null } }])
    expect(await t.app.db.select().from(notifications).where(eq(notifications.studentId, friend.id))).toEqual([])
  })

  it('G-05 happens once, on however many servers', async () => {
    const { draw } = await readDraw()
    const second = await startTestApp({}, t)
    setTo(draw.drawsAt, 4_000)
    second.app.clock.set(t.app.clock.now())
    // All of them have the round before one of them has stored the winner.
    const lock = `select pg_advisory_xact_lock(hashtext('draw of ${month}'))`
    await releaseTogether([t, second], { lock, waiting: 16 }, () =>
      Promise.all(Array.from({ length: 40 }, (_, n) => runDueDraws(n % 2 ? t.app : second.app))),
    )
    await second.close()
    const [drawn, ...others] = await drawnEvents()
    expect(others).toEqual([])
    const told = await t.app.db.select().from(notifications).where(like(notifications.title, 'You won %'))
    expect(told).toHaveLength(1)
    // The database refuses a second winner too.
    const { seq: _seq, ...again } = drawn ?? {}
    await expect(t.app.db.insert(drawEvents).values(again as typeof drawEvents.$inferInsert)).rejects.toMatchObject({
      cause: { constraint: 'draw_events_once' },
    })
  })

  it.each(['silent', 'failing', 'wrong'] as const)('waits while its relay is %s', async (fault) => {
    const { draw } = await readDraw()
    setTo(draw.drawsAt, 4_000)
    t.sandbox.setRelayFault(fault)
    await runDueDraws(t.app)
    expect(await drawnEvents()).toEqual([])
    t.sandbox.setRelayFault()
    await runDueDraws(t.app)
    expect(await drawnEvents()).toHaveLength(1)
  })

  it('C-06 C-05 still holds after an entrant has erased the account, whose line then belongs to nobody', async () => {
    const { draw } = await readDraw()
    const [gone] = entrants
    if (gone) await erase(gone)
    expect((await readEntries(draw.id)).filter(({ studentId }) => studentId === null)).toMatchObject([
      { points: 10, nonce: null },
    ])
    setTo(draw.drawsAt, 4_000)
    await runDueDraws(t.app)
    const { events, chain } = await readDraw()
    const check = checkDraw({ list: (await onlyDraw()).list, chain, beacons: toBeacons(events), notices: [] })
    expect(check.steps.every(({ isTrue }) => isTrue)).toBe(true)
  })
})
