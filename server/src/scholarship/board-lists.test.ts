// Tests draws with protocol 2, from the freeze to the opening of the winner's line.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { readTold, hashText, SHORT_LIST } from '@baobab/contract/scholarship/draw/rules.ts'
import { findFileName, readDrawTexts } from '@baobab/contract/scholarship/draw/texts.ts'
import { bringRound, readDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { monthCloses, nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyStudent, makeDraw } from '../../test/draws.ts'
import { makeQuiz, type MadeStudent } from '../../test/factories.ts'
import {
  enter,
  erase,
  freezeMonth,
  keepFrozenMonth,
  loadOnlyDraw,
  onlyDraw,
  readDrawn,
  setTo,
} from '../../test/frozen-lists.ts'
import { startTestApp, type KeptDatabase, type TestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { students } from '../accounts/tables.ts'
import { announceList } from './announce.ts'
import { publishRules } from './publish-rules.ts'
import { listStruck, toNotices } from './rules.ts'
import { runDueDraws } from './run-draw.ts'
import { strikeDueDraws } from './strike-out.ts'
import { draws } from './tables.ts'

let t: TestApp
let month: string
let entrants: MadeStudent[]
let kept: KeptDatabase
const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
beforeAll(async () => {
  ;({ kept, month, entrants } = await keepFrozenMonth(settings))
})
beforeEach(async () => {
  t = await startTestApp(settings, undefined, { kept })
})
afterEach(() => t.close())
afterAll(() => kept.drop())

const draw = () => t.as()(readDraw, { params: { month }, query: {} })
const readFile = async (name: string) => (await t.http.inject(`/api/scholarship/draws/${month}/files/${name}`)).body

/** Checks the draw with all publicly downloadable files. */
async function check(told?: string) {
  const { files, winner } = await draw()
  const texts = new Map<NonNullable<ReturnType<typeof findFileName>>, string>()
  for (const file of files) {
    const name = findFileName(file)
    if (name) texts.set(name, await readFile(file))
  }
  const known = { month, told: told === undefined ? undefined : readTold(told), winner: winner?.index }
  return checkDraw(readDrawTexts(texts, { ...known, winnerName: winner?.username ?? undefined }))
}
const findFalse = async () => (await check()).steps.filter(({ isTrue }) => !isTrue)

async function drawWinner(): Promise<MadeStudent> {
  const { draw: row } = await loadOnlyDraw(t)
  setTo(t, row.drawsAt, -3_600_000 + 4_000)
  await strikeDueDraws(t.app)
  setTo(t, row.drawsAt, 4_000)
  await runDueDraws(t.app)
  const { winner } = await draw()
  const found = entrants.find(({ username }) => username === winner?.username)
  if (!found) throw new Error('Nobody has won.')
  return found
}

describe('a list', () => {
  it('G-17 describes both leaderboards, and how many students they showed', async () => {
    expect((await draw()).boards).toEqual({ '5-10': { shown: 0 }, '11-20': { shown: 3 } })
    expect(JSON.parse(await readFile('commit.json'))).toMatchObject({
      entrants: 3,
      boards: { '5-10': { shown: 0, cut: [] }, '11-20': { shown: 3, cut: [] } },
    })
    expect((await check()).steps.map(({ name, isTrue }) => [name, isTrue])).toEqual([
      ['list', true],
      ['board', true],
      ['chain', true],
    ])
  })

  it('with a different protocol from the rules is refused by the database', async () => {
    const next = nextMonth(month)
    const { text } = await publishRules(t.app, t.app.db, next)
    expect(text).toMatch(/^DRAW\/2\n/)
    const { id: _, ...row } = await onlyDraw(t)
    const first = { ...row, month: next, protocol: 1 as const, list: row.list.replace('DRAW/2', 'DRAW/1') }
    for (const values of [first, { ...first, boards: null }, { ...row, month: next, boards: null }])
      await expect(t.app.db.insert(draws).values(values)).rejects.toMatchObject({
        cause: { message: `the rules of ${next} want protocol 2` },
      })
    await t.app.db.insert(draws).values({ ...row, month: next })
  })

  it('of a month that started with an earlier release’s rules continues with them', async () => {
    const early = '2024-05'
    const { protocol } = await makeDraw(t, { month: early, studentIds: entrants.map(({ id }) => id) })
    expect(protocol).toBe(1)
    const { text } = await publishRules(t.app, t.app.db, nextMonth(early))
    expect(text).toMatch(/^RULES OF/)
  })

  it('that is not short is published together with who cannot win', async () => {
    const whole = await startTestApp(settings)
    try {
      const current = lagosDate(whole.app.clock.now()).slice(0, 7)
      await copyStudent(whole, await enter(whole, await makeQuiz(whole), 10), SHORT_LIST - 1)
      const [gone] = await whole.app.db.select().from(students).where(eq(students.username, 'copy3'))
      setTo(whole, monthCloses(current).closesAt, 5_000)
      await whole.app.db
        .update(students)
        .set({ disqualifiedAt: whole.app.clock.now() })
        .where(eq(students.id, gone?.id ?? ''))
      await freezeMonth(whole, current)
      const loaded = await loadOnlyDraw(whole)
      const [own] = [...listStruck(loaded.events)]
      expect(toNotices(loaded)).toMatchObject([{ kind: 'struck', attempt: 0, indexes: [own] }])
      expect(loaded.draw.entrantCount).toBe(SHORT_LIST)
    } finally {
      await whole.close()
    }
  })
})

describe('the winner’s line', () => {
  it('G-18 is opened with the result, and matches everything', async () => {
    expect((await draw()).files).not.toContain('opening.json')
    const winner = await drawWinner()
    expect(JSON.parse(await readFile('opening.json'))).toMatchObject({ username: winner.username, category: '11-20' })
    const { steps } = await check()
    expect(steps.at(-1)).toEqual({ name: 'opening', attempt: 0, isTrue: true })
    expect((await draw()).notices.map(({ kind }) => kind)).toEqual(['sealed', 'sealed', 'struck', 'struck'])
  })

  it('is closed again while the prize is on hold, and once the account is erased', async () => {
    const winner = await drawWinner()
    const setHeld = (heldAt: Date | null) => t.app.db.update(students).set({ heldAt }).where(eq(students.id, winner.id))
    await setHeld(t.app.clock.now())
    expect((await draw()).files).not.toContain('opening.json')
    await setHeld(null)
    expect((await draw()).files).toContain('opening.json')
    await erase(t, winner)
    const { files, winner: shown } = await draw()
    expect(files).not.toContain('opening.json')
    expect(shown).toMatchObject({ name: null, username: null })
    expect(await readFile('list.txt')).not.toContain(winner.username)
    expect(await findFalse()).toEqual([])
  })
})

describe('the message about a list', () => {
  it('G-19 has the round and its time, the student’s place, and codes and a receipt that the check accepts', async () => {
    const { draw: row } = await loadOnlyDraw(t)
    await announceList(t.app, { drawId: row.id })
    const [mail] = await t.mails(entrants[2]?.email ?? '', 'You are in the ')
    const text = mail?.text ?? ''
    expect(text).toContain(`public number ${row.round} on 3 `)
    expect(text).toMatch(/13:00:0\d Lagos time\. If you got this message later than that, it proves nothing\./)
    expect(text).toContain('You had 30 points and rank 1.')
    expect(text).toContain(`N-${hashText(await readFile('notices-0.json'))}`)
    const { compared, steps } = await check(text)
    expect(compared).toMatchObject({ isListTold: true, areNoticesTold: true, entry: expect.any(Number) })
    expect(steps.every(({ isTrue }) => isTrue)).toBe(true)
    expect(readTold(text)?.receipt).toMatchObject({ place: 1, points: 30, username: entrants[2]?.username })
  })
})

describe('anyone', () => {
  const bring = (body: object, server = t) => server.as()(bringRound, { params: { month }, body } as never)

  it('G-21 may supply the right round, so that nobody can withhold it, but no other round', async () => {
    const { draw: row, chain } = await loadOnlyDraw(t)
    const { round } = row
    const early = t.sandbox.signRound(round)
    expect(await refusal(bring(early))).toMatchObject({ status: 409, code: 'draw_not_due' })
    setTo(t, row.drawsAt, 4_000)
    t.sandbox.setRelayFault('failing')
    await runDueDraws(t.app)
    for (const wrong of [
      t.sandbox.signRound(round + 1),
      { ...t.sandbox.signRound(round), signature: t.sandbox.signRound(round - 1).signature },
    ])
      expect(await refusal(bring(wrong))).toMatchObject({ status: 422, code: 'wrong_beacon' })
    expect(await readDrawn(t)).toEqual([])
    await bring(early)
    expect(await readDrawn(t)).toMatchObject([{ adminId: null, data: { beacon: { round } } }])
    expect(await refusal(bring(early))).toMatchObject({ status: 409, code: 'already_drawn' })
    expect(chain.hash).toBe(t.app.drand.chain.hash)
  })

  it('may try only a few times a minute', async () => {
    const strict = await startTestApp({ ...settings, RATE_LIMIT_FACTOR: '0.05' }, t)
    const wrong = t.sandbox.signRound(1)
    const { drawsAt } = await onlyDraw(t)
    setTo(t, drawsAt, 4_000)
    strict.app.clock.set(t.app.clock.now())
    try {
      expect(await refusal(bring(wrong, strict))).toMatchObject({ status: 422 })
      expect(await refusal(bring(wrong, strict))).toMatchObject({ status: 429 })
    } finally {
      await strict.close()
    }
  })
})
