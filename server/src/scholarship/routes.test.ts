import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { BeaconsFile, ChainFile, CommitFile, NoticesFile, ResultFile } from '@baobab/contract/scholarship/draw/files.ts'
import { hashReceipt, readTold } from '@baobab/contract/scholarship/draw/rules.ts'
import { parseDrawList } from '@baobab/contract/scholarship/draw/list.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { drawNews } from '@baobab/contract/scholarship/draw-news.ts'
import * as contract from '@baobab/contract/scholarship/endpoints.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeQuiz, makeStudent, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { freezeDueLists } from './freeze-list.ts'
import { loadLatestDraw, readDrawNews } from './read-draw-news.ts'
import { runDueDraws } from './run-draw.ts'

let ada: MadeStudent
let bola: MadeStudent
const t = await openTestApp({ SCHOLARSHIP_REQUIRES_PAYMENT: 'false' })
const month = lagosDate(t.app.clock.now()).slice(0, 7)
beforeAll(async () => {
  t.app.clock.set(new Date(monthCloses(month).closesAt.getTime() - 60_000))
  const quiz = await makeQuiz(t)
  ada = await makeStudent(t)
  bola = await makeStudent(t)
  await quizCalls((token) => t.as(token)).answer(ada, quiz, 0, 'right')
})

const draw = () => t.as()(contract.readDraw, { params: { month }, query: {} })
const news = (student: MadeStudent) => t.as(student.token)(drawNews, {})
const mine = (student: MadeStudent) => t.as(student.token)(contract.myDraw, {})
const file = async (name: contract.DrawFileName) =>
  (await t.http.inject(`/api/scholarship/draws/${month}/files/${name}`)).body

describe('before the month closes', () => {
  it('there is no draw, and a student sees whether they would be in it', async () => {
    const { current, draws } = await t.as()(contract.listDraws, {})
    expect(draws).toEqual([])
    expect(current).toMatchObject({
      month,
      requiresPayment: false,
      closesAt: monthCloses(month).closesAt.toISOString(),
    })
    expect(await refusal(draw())).toMatchObject({ status: 404 })
    expect(await mine(ada)).toMatchObject({ current: { rank: 1, reasons: [] }, entries: [] })
    expect(await mine(bola)).toMatchObject({ current: { rank: null, reasons: ['no-correct-answer'] }, entries: [] })
    expect(await news(ada)).toEqual({ prizes: [], latest: null, current: { month, isIn: true, rank: 1 } })
    expect(await news(bola)).toEqual({ prizes: [], latest: null, current: { month, isIn: false, rank: null } })
  })

  it('a student who will be too old when it closes is told so', async () => {
    // Turns 21 on the last day.
    const birth = `${Number(month.slice(0, 4)) - 21}${lagosDate(monthCloses(month).closesAt).slice(4)}`
    t.app.clock.advance(-3 * 24 * 3_600_000)
    const soon = await makeStudent(t, { birth })
    expect(await mine(soon)).toMatchObject({ current: { reasons: ['no-category'] } })
    t.app.clock.advance(3 * 24 * 3_600_000)
  })
})

describe('after the month has closed', () => {
  beforeAll(async () => {
    t.app.clock.set(new Date(monthCloses(month).closesAt.getTime() + 11 * 60_000))
    await freezeDueLists(t.app)
  })

  it('G-08 the list is public, and an entrant sees their number, line and secret', async () => {
    expect(await draw()).toMatchObject({ state: 'waiting', entrantCount: 1, winner: null })
    expect((await draw()).notices).toMatchObject([{ kind: 'sealed', attempt: 0 }])
    expect((await draw()).attempts).toMatchObject([{ attempt: 0, beacon: null, index: null }])
    const list = parseDrawList(await file('list.txt'))
    const { entries } = await mine(ada)
    const [entry] = entries
    const told = readTold(entry?.receipt ?? '')
    expect(told?.receipt && hashReceipt(told.receipt)).toBe(entry?.leaf)
    expect(entries).toMatchObject([{ month, index: 0, leaf: list.leaves[0], leftOut: null, hasWon: false }])
    expect((await mine(bola)).entries).toEqual([])
    expect((await t.http.inject(`/api/scholarship/draws/${month}/files/result.json`)).statusCode).toBe(404)
    expect(await file('board-11-20.csv')).toMatch(/^place,points\n1,\d+\n$/)
  })

  it('the news say who is on the list and who can still object, and nothing to those who joined later', async () => {
    t.app.clock.advance(2_001)
    const waiting = { month, state: 'waiting', drawnAt: null, winner: null, canClaim: false }
    expect((await news(ada)).latest).toMatchObject({ ...waiting, canWin: true, leftOut: null })
    expect((await news(bola)).latest).toMatchObject({ canWin: false, leftOut: 'no-correct-answer', canClaim: true })
    expect((await news(await makeStudent(t))).latest).toBeNull()
    await t.as(bola.token)(contract.makeListClaim, { params: { month }, body: { text: 'I was there.' } })
    expect((await news(bola)).latest).toMatchObject({ ...waiting, canWin: false })
  })

  it('the winner follows from the files, and is named', async () => {
    t.app.clock.set(new Date(monthCloses(month).drawsAt.getTime() + 4_000))
    await runDueDraws(t.app)
    // The logins have expired.
    const newsOf = async (student: MadeStudent) => readDrawNews(t.app, student, await loadLatestDraw(t.app))
    expect((await newsOf(ada)).prizes).toMatchObject([{ month, state: 'unclaimed', isHeld: false, paidOn: null }])
    expect((await newsOf(bola)).latest).toMatchObject({ state: 'drawn', canWin: false, winner: ada.username })
    const { winner, state } = await draw()
    expect({ winner, state }).toMatchObject({ winner: { index: 0, name: ada.username }, state: 'drawn' })
    const check = checkDraw({
      list: await file('list.txt'),
      listHash: (await draw()).listHash,
      chain: ChainFile.parse(JSON.parse(await file('chain.json'))),
      beacons: BeaconsFile.parse(JSON.parse(await file('beacon.json'))),
      notices: NoticesFile.parse(JSON.parse(await file('notices-1.json'))),
      month,
      rules: await file('rules.txt'),
      commit: CommitFile.parse(JSON.parse(await file('commit.json'))),
      result: ResultFile.parse(JSON.parse(await file('result.json'))),
    })
    expect(check.steps.every(({ isTrue }) => isTrue)).toBe(true)
  })

  it('the list and the draw have audit lines without an admin', async () => {
    const lines = await t.app.db.select().from(auditLines).where(like(auditLines.action, 'draw.%'))
    expect(lines).toMatchObject([
      { adminId: null, action: 'draw.frozen', details: { month, listHash: (await draw()).listHash, entrants: 1 } },
      { adminId: null, action: 'draw.drawn', details: { month, attempt: 0 } },
    ])
  })

  it('all files are in one archive, which is the same each time', async () => {
    const url = `/api/scholarship/draws/${month}/archive`
    const [one, two] = [await t.http.inject(url), await t.http.inject(url)]
    expect(one.headers['content-type']).toBe('application/zip')
    expect(one.rawPayload.equals(two.rawPayload)).toBe(true)
    const names = (await draw()).files
    expect(names).toEqual(expect.arrayContaining(['list.txt', 'board-5-10.csv', 'notices-1.json', 'opening.json']))
    for (const name of names) expect(one.rawPayload.includes(name)).toBe(true)
  })

  it('C-08 no reply names a student by id', async () => {
    for (const body of [JSON.stringify(await draw()), await file('board-11-20.csv'), await file('list.txt')])
      expect(body).not.toContain(ada.id)
  })
})
