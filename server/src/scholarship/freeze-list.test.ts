import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashReceipt, readTold, hashText } from '@baobab/contract/scholarship/draw/rules.ts'
import { parseDrawList } from '@baobab/contract/scholarship/draw/list.ts'
import { drawTime } from '@baobab/contract/scholarship/draw/schedule.ts'
import { monthCloses, nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { registerStudent } from '@baobab/contract/accounts/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePayment, makeQuiz, makeStudent, PASSWORD, registration, type MadeQuiz } from '../../test/factories.ts'
import {
  earn,
  enter,
  erase,
  setTo,
  freezeMonth,
  readDraws,
  readEntries,
  onlyDraw,
  listNamedEntries,
} from '../../test/frozen-lists.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { eraseStudent } from '../privacy/erase-account.ts'
import { openDrand } from '../platform/beacon/drand.ts'
import { announceList } from './announce.ts'
import { readDrawFile } from './draw-files.ts'
import { freezeDueLists, freezeList } from './freeze-list.ts'
import { readMyDraw } from './queries.ts'
import { loadDraw } from './load-draw.ts'
import { listStruck } from './rules.ts'
import { runDueDraws } from './run-draw.ts'
import { waitForLockWaits } from '../../test/lock-waits.ts'

let t: TestApp
let month: string
let quiz: MadeQuiz
const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
beforeEach(async () => {
  t = await startTestApp(settings)
  month = lagosDate(t.app.clock.now()).slice(0, 7)
  quiz = await makeQuiz(t)
})
afterEach(() => t.close())

describe('a month’s list', () => {
  it('G-07 is frozen once, ten minutes after the close, with those who earned points by then, in board order', async () => {
    // Neither gets a line: a registration without a verified email, and an account without an answer.
    await t.as()(registerStudent, { body: registration() })
    await makeStudent(t)
    const all = {
      ada: await enter(t, quiz, 20),
      bola: await enter(t, quiz, 50),
      chidi: await enter(t, quiz, 20),
      none: await makeStudent(t),
    }
    await quizCalls((token) => t.as(token)).answer(all.none, quiz, 0, 'wrong one')
    setTo(t, monthCloses(month).closesAt, 10 * 60_000 - 1_000)
    await freezeDueLists(t.app)
    expect(await readDraws(t)).toEqual([])
    await freezeMonth(t, month)
    await freezeDueLists(t.app)
    expect(await listNamedEntries(t, all)).toEqual([
      ['bola', 50, null],
      ['ada', 20, null],
      ['chidi', 20, null],
      ['none', 0, 'no-correct-answer'],
    ])
    const draw = await onlyDraw(t)
    const list = parseDrawList(draw.list)
    expect(list.leaves).toHaveLength(4)
    expect(draw).toMatchObject({ month, entrantCount: 4, drawsAt: monthCloses(month).drawsAt })
    // The published boards contain exactly these students, and the list has a line for each of their rows.
    const loaded = await loadDraw(t.app, t.app.db, draw)
    expect(await readDrawFile(t.app, loaded, 'board-11-20.csv')).toBe('place,points\n1,50\n2,20\n3,20\n4,0\n')
    expect(await readDrawFile(t.app, loaded, 'board-5-10.csv')).toBe('place,points\n')
    const { ada, bola, chidi, none } = all
    const own = await Promise.all([bola, ada, chidi, none].map((student) => readMyDraw(t.app, student)))
    const entries = own.flatMap((mine) => mine.entries)
    expect(entries.map(({ leaf }) => leaf ?? '').toSorted()).toEqual(list.leaves)
    for (const [at, { leaf, index, receipt }] of entries.entries()) {
      const told = readTold(receipt ?? '')?.receipt
      expect(told).toMatchObject({ place: at + 1, category: '11-20', username: [bola, ada, chidi, none][at]?.username })
      expect(told && hashReceipt(told)).toBe(leaf)
      expect(list.leaves[index ?? -1]).toBe(leaf)
    }
    // Students who cannot win are also in the list: their numbers are struck out together with it.
    expect(entries.at(-1)).toMatchObject({ leftOut: 'no-correct-answer', isStruck: true })
    expect(listStruck(loaded.events)).toEqual(new Set([entries.at(-1)?.index]))
  })

  it('counts answers up to the close, but none after it', async () => {
    setTo(t, monthCloses(month).closesAt, -60_000)
    const all = { early: await enter(t, quiz, 10), late: await enter(t, quiz, 10), fresh: await makeStudent(t) }
    setTo(t, monthCloses(month).closesAt, -1_000)
    await earn(t, quiz, all.early, 20)
    setTo(t, monthCloses(month).closesAt, 1_000)
    await earn(t, quiz, all.late, 50)
    await earn(t, quiz, all.fresh, 50)
    await freezeMonth(t, month)
    expect(await listNamedEntries(t, all)).toEqual([
      ['early', 20, null],
      ['late', 10, null],
    ])
    // The next month counts all points.
    month = nextMonth(month)
    setTo(t, monthCloses(month).closesAt, 11 * 60_000)
    await freezeDueLists(t.app)
    const [, second] = await readDraws(t)
    expect((await readEntries(t, second?.id ?? '')).map(({ points }) => points)).toEqual([50, 50, 20])
  })

  it('G-09 leaves out students who have not paid by the close, if the rules require payment', async () => {
    await t.close()
    t = await startTestApp()
    quiz = await makeQuiz(t)
    const all = { paid: await enter(t, quiz, 10), unpaid: await enter(t, quiz, 20), late: await enter(t, quiz, 30) }
    await makePayment(t, { studentId: all.paid.id, kinds: ['succeeded'] })
    await t.app.pool.query(`update payments set paid_at = opened_at where student_id = '${all.paid.id}'`)
    setTo(t, monthCloses(month).closesAt, 1_000)
    await makePayment(t, { studentId: all.late.id, kinds: ['succeeded'] })
    await t.app.pool.query(`update payments set paid_at = opened_at where student_id = '${all.late.id}'`)
    await freezeMonth(t, month)
    expect(await listNamedEntries(t, all)).toEqual([
      ['late', 30, 'not-paid'],
      ['unpaid', 20, 'not-paid'],
      ['paid', 10, null],
    ])
    const rules = await readDrawFile(t.app, await loadDraw(t.app, t.app.db, await onlyDraw(t)), 'rules.txt')
    expect(rules).toContain('The payment was made before the month closed, and was known when the list was frozen.')
    expect((await onlyDraw(t)).list).toContain(`rules ${hashText(rules)}`)
  })

  it('excludes those who were disqualified or erased before it was frozen', async () => {
    const all = { ada: await enter(t, quiz, 10), gone: await enter(t, quiz, 20), out: await enter(t, quiz, 30) }
    await t.as(all.gone.token)(eraseAccount, { body: { password: PASSWORD } })
    await t.app.db.update(students).set({ disqualifiedAt: t.app.clock.now() }).where(eq(students.id, all.out.id))
    await freezeMonth(t, month)
    expect(await listNamedEntries(t, all)).toEqual([['ada', 10, null]])
  })

  it('without entrants is published, and the month ends without a winner', async () => {
    await freezeMonth(t, month)
    const draw = await onlyDraw(t)
    expect((await loadDraw(t.app, t.app.db, draw)).state).toEqual({ state: 'ended' })
    setTo(t, draw.drawsAt, 60_000)
    await runDueDraws(t.app)
    expect((await loadDraw(t.app, t.app.db, draw)).state).toEqual({ state: 'ended' })
  })

  it('G-03 is made for every month missed during a downtime, with a round at least 48 hours ahead', async () => {
    await enter(t, quiz, 10)
    const second = nextMonth(month)
    setTo(t, monthCloses(second).drawsAt, 5 * 24 * 3_600_000)
    await freezeDueLists(t.app)
    const made = await readDraws(t)
    expect(made.map((draw) => draw.month)).toEqual([month, second])
    for (const draw of made) {
      expect(draw.drawsAt.getTime() - draw.frozenAt.getTime()).toBeGreaterThanOrEqual(48 * 3_600_000)
      expect(draw.drawsAt).toEqual(drawTime(draw.month, draw.frozenAt))
    }
  })

  it('is made even if that of another month fails', async () => {
    const second = nextMonth(month)
    setTo(t, monthCloses(second).drawsAt)
    await t.owner.query(
      `create trigger broken before insert on draws for each row when (new.month = '${month}') execute function refuse_change()`,
    )
    await expect(freezeDueLists(t.app)).rejects.toThrow(/1 of \d failed/)
    expect((await readDraws(t)).map((draw) => draw.month)).toEqual([second])
  })

  it('contains nothing about a student who erased the account while it was being frozen', async () => {
    const [ada, gone] = [await enter(t, quiz, 10), await enter(t, quiz, 20)]
    setTo(t, monthCloses(month).closesAt, 10 * 60_000 + 1_000)
    let freezing: Promise<unknown> | undefined
    await t.app.db.transaction(async (tx) => {
      await eraseStudent(t.app, tx, gone.id)
      freezing = freezeList(t.app, month)
      // The list was read without the erasure, and is waiting for the student's row.
      await waitForLockWaits(t.owner, { query: 'draw_entries' })
    })
    await freezing
    expect(await readEntries(t, (await onlyDraw(t)).id)).toMatchObject([{ studentId: ada.id, points: 10 }])
  })

  it('is not made if a relay already has the deciding round, because then the clock is behind', async () => {
    setTo(t, monthCloses(month).closesAt, 10 * 60_000 + 1_000)
    const ahead = createServer((request, response) => {
      const round = Number(request.url?.split('/').at(-1))
      response.end(JSON.stringify(t.sandbox.signRound(round)))
    }).listen(0, '127.0.0.1')
    await once(ahead, 'listening')
    const { port } = ahead.address() as AddressInfo
    const { chain } = t.app.drand
    const drand = openDrand({ urls: [`http://127.0.0.1:${port}`], chain }, t.app.log)
    await expect(freezeList({ ...t.app, drand }, month)).rejects.toThrow(/is already known/)
    ahead.close()
    await expect(freezeList({ ...t.app, drand }, month)).resolves.toMatchObject({ month })
  })

  it('G-02 cannot be changed', async () => {
    await freezeMonth(t, month)
    for (const table of ['draws', 'draw_events', 'draw_rules', 'draw_entries', 'scholarship_start'])
      await expect(t.owner.query(`delete from ${table}`)).rejects.toThrow(/append-only/)
    await expect(t.owner.query("insert into scholarship_start values ('2020-01')")).rejects.toThrow(/append-only/)
  })

  it('C-06 links each entry to its student until the account is erased', async () => {
    const [ada, friend] = [await enter(t, quiz, 10), await makeStudent(t)]
    await freezeMonth(t, month)
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
    const { id: drawId } = await onlyDraw(t)
    await announceList(t.app, { drawId })
    await expect(t.owner.query('update draw_entries set announced_at = null')).rejects.toThrow(/append-only/)
    await t.owner.query('update draw_entries set notices_told = 2')
    await expect(t.owner.query('update draw_entries set notices_told = 1')).rejects.toThrow(/append-only/)
    await erase(t, ada)
    expect(await readEntries(t, drawId)).toMatchObject([{ studentId: null, nonce: null, reachedAt: null, points: 10 }])
    await expect(t.owner.query(`update draw_entries set student_id = '${friend.id}'`)).rejects.toThrow(/append-only/)
  })

  it('G-02 is announced to every entrant once, with number and line', async () => {
    const ada = await enter(t, quiz, 10)
    await freezeMonth(t, month)
    const draw = await onlyDraw(t)
    await announceList(t.app, { drawId: draw.id })
    await announceList(t.app, { drawId: draw.id })
    const [mail, ...others] = await t.mails(ada.email, 'You are in the ')
    expect(others).toEqual([])
    expect(mail?.text).toContain(draw.listHash)
    expect(mail?.text).toContain(parseDrawList(draw.list).leaves[0])
  })
})
