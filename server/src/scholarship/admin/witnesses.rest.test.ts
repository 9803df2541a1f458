import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { checkDraw, toChainFile } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { quicknet, FALLBACK_AFTER_MS, REVEAL_WITHIN_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { BeaconsFile, NoticesFile, ResultFile } from '@baobab/contract/scholarship/draw/files.ts'
import { hashText } from '@baobab/contract/scholarship/draw/rules.ts'
import { OPERATOR } from '@baobab/contract/scholarship/draw/witnesses.ts'
import * as contract from '@baobab/contract/scholarship/admin.ts'
import { nameWitnesses, revealSecret } from '@baobab/contract/scholarship/admin.ts'
import { nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { listDraws, readDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDraw, witnessesForm } from '../../../test/draws.ts'
import { ADMIN_PASSWORD, makeAdmin, makeAnotherAdmin, makeStudent, type MadeAdmin } from '../../../test/factories.ts'
import { startTestApp, type KeptDatabase, type TestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { logInAdmin } from '../../accounts/admin/log-in.ts'
import { auditLines } from '../../platform/audit/tables.ts'
import { notifications } from '../../notifications/tables.ts'
import type { DrawRow } from '../draw-rows.ts'
import { findDraw } from '../queries.ts'
import { toNotices } from '../rules.ts'
import { runDueDraws } from '../run-draw.ts'
import { drawEvents } from '../tables.ts'

let t: TestApp
let owner: MadeAdmin
let draw: DrawRow
let month: string
const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
let kept: KeptDatabase
let keptDraw: DrawRow
beforeAll(async () => {
  t = await startTestApp(settings)
  owner = await makeAdmin(t)
  const entrants = [await makeStudent(t), await makeStudent(t), await makeStudent(t)]
  const studentIds = entrants.map(({ id }) => id)
  keptDraw = await makeDraw(t, { month: lagosDate(t.app.clock.now()).slice(0, 7), studentIds })
  kept = await t.closeAndKeep()
})
beforeEach(async () => {
  t = await startTestApp(settings, undefined, { kept, standsStill: true })
  t.sandbox.setRelayFault('failing')
  draw = keptDraw
  ;({ month } = draw)
  toAfterRound(FALLBACK_AFTER_MS + 4_000)
})
afterEach(() => t.close())
afterAll(() => kept.drop())

const toAfterRound = (ms: number) => t.app.clock.set(new Date(draw.drawsAt.getTime() + ms))

async function as(admin: MadeAdmin, server = t) {
  const from = { address: '127.0.0.1', userAgent: 'test' }
  const { authToken } = await logInAdmin(server.app, { email: admin.email, password: ADMIN_PASSWORD }, from)
  return server.as(authToken)
}

const secretsOf = (name: string) => [0, 1, 2, 3].map((n) => hashText(`${name} ${n}`))
const secrets = secretsOf('witness')
const names = [0, 1, 2].map((n) => `Head teacher of school ${n}`).concat(OPERATOR)
const formOf = (own = secrets, refused?: number) => ({
  ...witnessesForm(month, own),
  ...(refused === undefined ? {} : { refused }),
})
const params = () => ({ params: { month } })
const name = async (admin = owner, body = formOf()) => (await as(admin))(nameWitnesses, { ...params(), body })
const reveal = async (position: number, secret = secrets[position] ?? '', { by = owner, server = t } = {}) =>
  (await as(by, server))(revealSecret, { ...params(), body: { position, secret } })
const agree = async (admin: MadeAdmin) => (await as(admin))(contract.agreeToProposal, params())
const seen = async () => (await (await as(owner))(contract.scholarshipOverview, {})).draws[0]
const noticesNow = async () => toNotices(await findDraw(t.app, month))
/** Returns the kinds of the notices, except those about struck out entrants. */
const kinds = async () =>
  (await noticesNow()).map(({ kind }) => kind).filter((kind) => kind !== 'sealed' && kind !== 'struck')

/** Checks the draw from its published files. */
async function check() {
  const file = async (path: string) => (await t.http.inject(`/api/scholarship/draws/${month}/files/${path}`)).body
  const { chain, state } = await findDraw(t.app, month)
  const { files } = await t.as()(readDraw, { ...params(), query: {} })
  // In either protocol.
  const notices = files.findLast((name) => name.startsWith('notices')) ?? ''
  const isDrawn = state.state !== 'waiting'
  return checkDraw({
    month,
    list: await file('list.txt'),
    chain,
    notices: NoticesFile.parse(JSON.parse(await file(notices))),
    beacons: isDrawn ? BeaconsFile.parse(JSON.parse(await file('beacon.json'))) : [],
    result: isDrawn ? ResultFile.parse(JSON.parse(await file('result.json'))) : undefined,
  })
}
async function expectTrue() {
  const checked = await check()
  expect(checked.steps.filter(({ isTrue }) => !isTrue)).toEqual([])
  return checked
}

describe('witnesses', () => {
  it('can draw once no public number has come for seven days, and the page says so', async () => {
    await name()
    expect(await seen()).toMatchObject({ state: 'waiting', witnesses: { isReplaceable: false } })
    for (const position of [2, 0, 3]) await reveal(position)
    expect((await seen())?.witnesses?.named).toEqual(names.map((one, n) => ({ name: one, hasRevealed: n !== 1 })))
    expect(await expectTrue()).toMatchObject({ outcome: 'open', isWitnessDraw: false })
    expect(await reveal(1)).toMatchObject({ message: 'The winner has been drawn.' })
    const checked = await expectTrue()
    expect(checked).toMatchObject({ outcome: 'drawn', isWitnessDraw: true })
    const { attempts, files, winner, state } = await t.as()(readDraw, { ...params(), query: {} })
    const index = checked.attempts[0]?.winner
    expect({ attempts, winner, state }).toMatchObject({
      attempts: [{ attempt: 0, beacon: null, index, round: draw.round, isWitnessDraw: true }],
      winner: { index },
      state: 'drawn',
    })
    expect(files).toEqual(expect.arrayContaining(['beacon.json', 'result.json']))
    expect((await t.http.inject(`/api/scholarship/draws/${month}/files/beacon.json`)).body).toBe('[]\n')
    const won = await t.app.db.select().from(notifications).where(like(notifications.title, 'You won%'))
    expect(won).toHaveLength(1)
    expect(await refusal(reveal(1))).toMatchObject({ code: 'already_drawn' })
    expect(await refusal(name())).toMatchObject({ code: 'already_drawn' })
  })

  it('cannot be named before seven days have passed', async () => {
    toAfterRound(FALLBACK_AFTER_MS - 1_000)
    expect((await seen())?.witnesses).toBeNull()
    expect(await refusal(name())).toMatchObject({ status: 409, code: 'witnesses_not_allowed' })
    expect(await refusal(reveal(0))).toMatchObject({ status: 404 })
    expect(await kinds()).toEqual([])
    toAfterRound(FALLBACK_AFTER_MS + 4_000)
    expect((await seen())?.witnesses).toEqual({ named: [], replaceableAt: null, isReplaceable: false })
    await name()
  })

  it('cannot be named before the rules’ next chain has also been silent for seven days', async () => {
    // The next month's rules may already be published.
    month = nextMonth(nextMonth(month))
    draw = await makeDraw(t, { month, studentIds: [(await makeStudent(t)).id], chainFile: toChainFile(quicknet) })
    toAfterRound(FALLBACK_AFTER_MS + 4_000)
    expect(await refusal(name())).toMatchObject({ code: 'witnesses_not_allowed' })
    await runDueDraws(t.app)
    expect(await kinds()).toEqual(['fallback'])
    t.app.clock.advance(FALLBACK_AFTER_MS - 5_000)
    expect(await refusal(name())).toMatchObject({ code: 'witnesses_not_allowed' })
    t.app.clock.advance(5_000)
    await name()
    for (const position of [0, 1, 2, 3]) await reveal(position)
    expect(await expectTrue()).toMatchObject({ isPublicChain: true, isWitnessDraw: true, outcome: 'drawn' })
  })

  it('reveal what they committed to, each once', async () => {
    await name()
    expect(await refusal(reveal(0, hashText('other')))).toMatchObject({ status: 422, code: 'wrong_secret' })
    expect(await refusal(reveal(0, secrets[1]))).toMatchObject({ code: 'wrong_secret' })
    expect(await refusal(reveal(4, secrets[0]))).toMatchObject({ status: 404 })
    await reveal(0, ` ${secrets[0]?.toUpperCase()}\n`)
    await reveal(0)
    expect(await kinds()).toEqual(['witnesses', 'revealed'])
    const [event] = await t.app.db.select().from(drawEvents).where(eq(drawEvents.kind, 'revealed'))
    const { seq: _, ...again } = event ?? {
      seq: 0,
      drawId: draw.id,
      kind: 'revealed' as const,
      data: {},
      at: new Date(),
    }
    await expect(t.app.db.insert(drawEvents).values(again)).rejects.toMatchObject({
      cause: { constraint: 'draw_events_revealed' },
    })
  })

  it('are named by two admins together if there are two, and every entrant is told', async () => {
    const support = await makeAnotherAdmin(t, owner, 'support', { before: draw.frozenAt })
    await name()
    expect(await kinds()).toEqual([])
    expect(await refusal(name(support))).toMatchObject({ code: 'already_proposed' })
    expect(await refusal(agree(owner))).toMatchObject({ code: 'own_proposal' })
    expect((await seen())?.proposal).toMatchObject({
      kind: 'witnesses',
      refused: null,
      witnesses: names.map((one) => ({ name: one })),
      canAgree: false,
    })
    await agree(support)
    expect(await kinds()).toEqual(['witnesses'])
    expect((await seen())?.proposal).toBeNull()
    await waitFor(async () => {
      const told = await t.app.db.select().from(notifications).where(like(notifications.title, 'News about%'))
      expect(told).toHaveLength(3)
    })
    const lines = await t.app.db.select().from(auditLines).where(like(auditLines.action, 'draw.witnesses%'))
    expect(lines.map(({ action, adminId, details }) => [action, adminId, details])).toEqual([
      ['draw.witnesses-proposed', owner.id, { month, attempt: 0, count: 4 }],
      ['draw.witnesses', support.id, { month, attempt: 0, count: 4, admins: 2 }],
    ])
  })

  it('are all replaced after seven days if one does not reveal, with secrets that nobody knows', async () => {
    const support = await makeAnotherAdmin(t, owner, 'support', { before: draw.frozenAt })
    await name()
    await agree(support)
    await reveal(1)
    const others = secretsOf('other')
    const replace = (own: string[], refused: number) => name(owner, formOf(own, refused))
    expect(await refusal(replace(others, 0))).toMatchObject({ code: 'witnesses_not_allowed' })
    t.app.clock.advance(REVEAL_WITHIN_MS)
    expect(await seen()).toMatchObject({ witnesses: { isReplaceable: true } })
    // This witness has revealed the secret, and at least one has to be named.
    expect(await refusal(replace(others, 1))).toMatchObject({ code: 'witnesses_not_allowed' })
    expect(await refusal(name(owner, formOf(others)))).toMatchObject({ code: 'witnesses_not_allowed' })
    expect(await refusal(replace(others.with(2, secrets[2] ?? ''), 0))).toMatchObject({ code: 'commitment_used' })
    await replace(others, 0)
    expect((await seen())?.proposal).toMatchObject({ kind: 'witnesses', refused: names[0] })
    await agree(support)
    expect(await kinds()).toEqual(['witnesses', 'revealed', 'refused', 'witnesses'])
    expect(await refusal(reveal(0))).toMatchObject({ code: 'wrong_secret' })
    for (const [position, secret] of others.entries()) await reveal(position, secret)
    expect(await expectTrue()).toMatchObject({ outcome: 'drawn', isWitnessDraw: true })
  })

  it('stay if the one to be replaced reveals the secret before the second admin agrees', async () => {
    const support = await makeAnotherAdmin(t, owner, 'support', { before: draw.frozenAt })
    await name()
    await agree(support)
    t.app.clock.advance(REVEAL_WITHIN_MS)
    await name(owner, formOf(secretsOf('other'), 0))
    await reveal(0)
    expect(await refusal(agree(support))).toMatchObject({ code: 'witnesses_not_allowed' })
    await (
      await as(support)
    )(contract.withdrawProposal, params())
    expect(await kinds()).toEqual(['witnesses', 'revealed'])
  })

  it('do not draw if the round is supplied before the last of them reveals the secret', async () => {
    await name()
    for (const position of [0, 1, 2]) await reveal(position)
    const body = t.sandbox.signRound(draw.round)
    await (
      await as(owner)
    )(contract.bringBeacon, { ...params(), body })
    expect(await refusal(reveal(3))).toMatchObject({ code: 'already_drawn' })
    const checked = await expectTrue()
    expect(checked).toMatchObject({ outcome: 'drawn', isWitnessDraw: false, attempts: [{ round: draw.round }] })
  })

  it('draw even if the round comes after the last secret', async () => {
    await name()
    for (const position of [0, 1, 2, 3]) await reveal(position)
    const before = await t.as()(listDraws, {})
    t.sandbox.setRelayFault()
    await runDueDraws(t.app)
    const body = t.sandbox.signRound(draw.round)
    expect(await refusal((await as(owner))(contract.bringBeacon, { ...params(), body }))).toMatchObject({
      code: 'already_drawn',
    })
    expect((await t.as()(listDraws, {})).draws).toEqual(before.draws)
  })

  it('draw one attempt, and a round draws the next', async () => {
    await name()
    for (const position of [0, 1, 2, 3]) await reveal(position)
    const index = (await check()).attempts[0]?.winner ?? -1
    await (
      await as(owner)
    )(contract.disqualifyWinner, { ...params(), body: { index, reason: 'wrong-age' } })
    const { state } = await findDraw(t.app, month)
    if (state.state !== 'waiting') throw new Error(`The draw is ${state.state}.`)
    t.sandbox.setRelayFault()
    t.app.clock.set(new Date(state.dueAt.getTime() + 4_000))
    await runDueDraws(t.app)
    const checked = await expectTrue()
    expect(checked.attempts.map(({ round }) => round)).toEqual([null, state.due.round])
    expect(checked).toMatchObject({ outcome: 'drawn', isWitnessDraw: true })
  })
})

describe('the last secret and the winner', () => {
  beforeEach(async () => {
    await name()
    for (const position of [0, 1, 2]) await reveal(position)
  })

  it('are stored together or not at all', async () => {
    await t.owner.query(
      `create trigger broken before insert on draw_events for each row when (new.kind = 'drawn') execute function refuse_change()`,
    )
    expect(await refusal(reveal(3))).toMatchObject({ status: 500 })
    expect(await kinds()).toEqual(['witnesses', 'revealed', 'revealed', 'revealed'])
    await t.owner.query('drop trigger broken on draw_events')
    await reveal(3)
    expect(await expectTrue()).toMatchObject({ outcome: 'drawn' })
  })

  it('are stored only once, by however many servers', async () => {
    const second = await startTestApp({}, t)
    second.app.clock.set(t.app.clock.now())
    const calls = await Promise.allSettled([t, second, t, second].map((server) => reveal(3, secrets[3], { server })))
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { events } = await findDraw(t.app, month)
    expect(events.filter(({ kind }) => kind === 'drawn')).toHaveLength(1)
    expect(events.filter(({ kind }) => kind === 'revealed')).toHaveLength(4)
    await expectTrue()
    await second.close()
  })
})
