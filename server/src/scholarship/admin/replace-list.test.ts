import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { CommitFile } from '@baobab/contract/scholarship/draw/files.ts'
import { MIN_NOTICE_MS, STRIKE_BEFORE_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import * as contract from '@baobab/contract/scholarship/admin.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { listDraws, myDraw, readDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { asc, eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ADMIN_PASSWORD,
  makeAdmin,
  makeAnotherAdmin,
  makePayment,
  makeQuiz,
  makeStudent,
  type MadeAdmin,
  type MadeQuiz,
  type MadeStudent,
} from '../../../test/factories.ts'
import { startTestApp, type KeptDatabase, type TestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { quizCalls } from '../../../test/take-quiz.ts'
import { logInAdmin } from '../../accounts/admin/log-in.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { notifications } from '../../notifications/tables.ts'
import { regrades } from '../../quiz/tables.ts'
import { announceList, announceNotices } from '../announce.ts'
import { readDrawFile } from '../draw-files.ts'
import { freezeDueLists } from '../freeze-list.ts'
import { findDraw } from '../queries.ts'
import { toBeacons, toNotices } from '../rules.ts'
import { runDueDraws } from '../run-draw.ts'
import { strikeDueDraws } from '../strike-out.ts'
import { draws } from '../tables.ts'

let t: TestApp
let month: string
let owner: MadeAdmin
let quiz: MadeQuiz
let ada: MadeStudent
let bola: MadeStudent

const beforeClose = () => t.app.clock.set(new Date(monthCloses(month).closesAt.getTime() - 60_000))
/** Advances to a time after a month's list is usually frozen. */
const afterClose = (ms = 0) => t.app.clock.set(new Date(monthCloses(month).closesAt.getTime() + 11 * 60_000 + ms))

/** Enters a payment made before the month closed. */
async function payInTime({ id: studentId }: MadeStudent): Promise<void> {
  const now = t.app.clock.now()
  beforeClose()
  await makePayment(t, { studentId, kinds: ['succeeded'] })
  t.app.clock.set(now)
}

const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'true' }
let kept: KeptDatabase
beforeAll(async () => {
  t = await startTestApp(settings)
  owner = await makeAdmin(t)
  month = lagosDate(t.app.clock.now()).slice(0, 7)
  quiz = await makeQuiz(t)
  beforeClose()
  ada = await makeStudent(t)
  bola = await makeStudent(t)
  for (const student of [ada, bola]) await quizCalls((token) => t.as(token)).answer(student, quiz, 0, 'right')
  await payInTime(ada)
  afterClose()
  await freezeDueLists(t.app)
  kept = await t.closeAndKeep()
})
beforeEach(async () => {
  t = await startTestApp(settings, undefined, { kept })
})
afterEach(() => t.close())
afterAll(() => kept.drop())

async function as(admin: MadeAdmin) {
  const from = { address: '127.0.0.1', userAgent: 'test' }
  const { authToken } = await logInAdmin(t.app, { email: admin.email, password: ADMIN_PASSWORD }, from)
  return t.as(authToken)
}
/** Creates an admin who already had the role when the list was frozen. */
const makeEarlierAdmin = () => makeAnotherAdmin(t, owner, 'support', { before: monthCloses(month).closesAt })

const params = () => ({ params: { month } })
const replace = async (admin = owner) => (await as(admin))(contract.replaceList, params())
const agree = async (admin: MadeAdmin) => (await as(admin))(contract.agreeToProposal, params())
const versions = () => t.app.db.select().from(draws).orderBy(asc(draws.version))
async function readVersion(version: number) {
  const row = (await versions())[version - 1]
  if (!row) throw new Error(`The list has no version ${version}.`)
  return row
}

/** Checks a version of the list from its files. */
async function check(version: number) {
  const loaded = await findDraw(t.app, month, version)
  return checkDraw({
    month,
    list: await readDrawFile(t.app, loaded, 'list.txt'),
    commit: CommitFile.parse(JSON.parse(await readDrawFile(t.app, loaded, 'commit.json'))),
    chain: loaded.chain,
    beacons: toBeacons(loaded.events),
    notices: toNotices(loaded),
  })
}

describe('a list with a missing entrant', () => {
  it('G-08 is published again with everyone, and stays public, marked as replaced', async () => {
    const first = await readVersion(1)
    await payInTime(bola)
    afterClose(24 * 3_600_000)
    await replace()
    expect(await versions()).toHaveLength(2)
    expect(await readVersion(1)).toEqual(first)
    const next = await readVersion(2)
    expect(next).toMatchObject({ version: 2, entrantCount: first.entrantCount })
    expect(next.drawsAt.getTime() - next.frozenAt.getTime()).toBeGreaterThanOrEqual(MIN_NOTICE_MS)
    expect((await t.as()(listDraws, {})).draws).toMatchObject([
      { version: 2, state: 'waiting' },
      { version: 1, state: 'voided', listHash: first.listHash },
    ])
    expect(await check(1)).toMatchObject({ outcome: 'void', listHash: first.listHash })
    expect(await check(2)).toMatchObject({ outcome: 'open', listHash: next.listHash })
    for (const version of [1, 2]) expect((await check(version)).steps.every(({ isTrue }) => isTrue)).toBe(true)
    const voided = await t.as()(readDraw, { ...params(), query: { version: 1 } })
    expect(voided.notices).toMatchObject([
      { kind: 'sealed' },
      { kind: 'voided', reason: 'missing-entrant', list: next.listHash },
    ])
    const latest = await t.as()(readDraw, { ...params(), query: {} })
    expect(latest).toMatchObject({ version: 2, notices: [{ kind: 'sealed' }] })
    const file = async (name: string, version: string) =>
      (await t.http.inject(`/api/scholarship/draws/${month}/files/${name}${version}`)).body
    expect(await file('list.txt', '?version=1')).toBe(first.list)
    expect(JSON.parse(await file('commit.json', ''))).toMatchObject({ list: next.listHash, replaces: first.listHash })
    expect(await file('commit.json', '?version=1')).not.toContain('replaces')
    expect((await t.http.inject(`/api/scholarship/draws/${month}?version=3`)).statusCode).toBe(404)
  })

  it('notifies everyone of their new number, and those on the first list that it is void', async () => {
    await payInTime(bola)
    await replace()
    const [old, next] = [await readVersion(1), await readVersion(2)]
    await announceList(t.app, { drawId: old.id })
    await announceList(t.app, { drawId: next.id })
    await announceNotices(t.app, { drawId: old.id, count: 2 })
    const told = await t.app.db
      .select({ studentId: notifications.studentId, text: notifications.description })
      .from(notifications)
      .where(eq(notifications.type, 'scholarship'))
    const listsOf = (student: MadeStudent) =>
      told
        .filter(({ studentId }) => studentId === student.id)
        .map(({ text }) => [old, next].find(({ listHash }) => text.includes(listHash))?.version ?? 'void')
        .toSorted((a, b) => String(a).localeCompare(String(b)))
    expect(listsOf(ada)).toEqual([1, 2, 'void'])
    // Without a payment, the number on the first list could not win.
    expect(listsOf(bola)).toEqual([1, 2, 'void'])
    expect((await t.as(bola.token)(myDraw, {})).entries).toMatchObject([{ listHash: next.listHash, leftOut: null }])
    expect((await t.as(ada.token)(myDraw, {})).entries).toMatchObject([{ listHash: next.listHash }])
  })

  it('is not drawn: the winner comes from the later list', async () => {
    await payInTime(bola)
    await replace()
    const next = await readVersion(2)
    t.app.clock.set(new Date(next.drawsAt.getTime() + 4_000))
    await runDueDraws(t.app)
    expect((await t.as()(listDraws, {})).draws).toMatchObject([
      { version: 2, state: 'drawn', winner: { leaf: expect.any(String) } },
      { version: 1, state: 'voided', winner: null },
    ])
    expect(await check(2)).toMatchObject({ outcome: 'drawn' })
  })

  it('is replaced once, by two admins together if there are two', async () => {
    const [support, other] = [await makeEarlierAdmin(), await makeEarlierAdmin()]
    await payInTime(bola)
    await replace()
    expect(await versions()).toHaveLength(1)
    expect(await refusal(replace(support))).toMatchObject({ code: 'already_proposed' })
    expect(await refusal(agree(owner))).toMatchObject({ code: 'own_proposal' })
    const { draws: seen } = await (await as(support))(contract.scholarshipOverview, {})
    expect(seen).toMatchObject([{ isReplaceable: true, proposal: { kind: 'replacement', canAgree: true } }])
    const outcomes = await Promise.allSettled([agree(support), agree(other)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await versions()).toHaveLength(2)
    const lines = await t.app.db.select().from(auditLines).where(like(auditLines.action, 'draw.%'))
    expect(lines.map(({ action }) => action).toSorted()).toEqual([
      'draw.frozen',
      'draw.frozen',
      'draw.replacement-proposed',
      'draw.voided',
    ])
  })

  it('is not replaced if the proposal is withdrawn', async () => {
    const support = await makeEarlierAdmin()
    await payInTime(bola)
    await replace()
    await (
      await as(support)
    )(contract.withdrawProposal, params())
    expect(await refusal(agree(support))).toMatchObject({ code: 'nothing_proposed' })
    expect(await versions()).toHaveLength(1)
  })

  it('can no longer be replaced once entrants are struck out, and an earlier proposal no longer blocks others', async () => {
    const support = await makeEarlierAdmin()
    await payInTime(bola)
    await replace()
    const { drawsAt } = await readVersion(1)
    t.app.clock.set(new Date(drawsAt.getTime() + 4_000 - STRIKE_BEFORE_MS))
    expect(await refusal(agree(support))).toMatchObject({ code: 'list_not_replaceable' })
    await strikeDueDraws(t.app)
    t.app.clock.set(new Date(drawsAt.getTime() + 4_000))
    await runDueDraws(t.app)
    expect(await refusal(replace())).toMatchObject({ code: 'list_not_replaceable' })
    const { state } = await findDraw(t.app, month)
    const body = { index: state.state === 'drawn' ? state.index : -1, reason: 'wrong-age' as const }
    await (
      await as(owner)
    )(contract.disqualifyWinner, { ...params(), body })
    await agree(support)
    expect(toNotices(await findDraw(t.app, month)).map(({ kind }) => kind)).toEqual([
      'sealed',
      'sealed',
      'struck',
      'struck',
      'disqualified',
    ])
  })
})

describe('a list is not replaced', () => {
  it('while nobody is missing', async () => {
    expect(await refusal(replace())).toMatchObject({ status: 409, code: 'nobody_missing' })
  })

  it('if a relay has its round, whatever our clock says', async () => {
    await payInTime(bola)
    vi.spyOn(t.app.drand, 'hasRound').mockResolvedValue(true)
    expect(await refusal(replace())).toMatchObject({ code: 'list_not_replaceable' })
  })

  it('while points are being corrected', async () => {
    await payInTime(bola)
    const at = new Date(monthCloses(month).closesAt.getTime() - 1_000)
    await t.app.db.insert(regrades).values({
      questionId: quiz.questions[0]?.id ?? '',
      question: 'Question 1?',
      videoId: quiz.video.id,
      ageCategory: quiz.ageCategory,
      oldAnswer: 'right',
      newAnswer: 'wrong one',
      keepsOld: false,
      proposedBy: owner.id,
      proposedAt: at,
      decision: 'agreed',
      decidedBy: owner.id,
      decidedAt: at,
    })
    expect(await refusal(replace())).toMatchObject({ code: 'regrade_running' })
    expect(await versions()).toHaveLength(1)
  })
})
