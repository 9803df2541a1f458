import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { ResultFile } from '@baobab/contract/scholarship/draw/files.ts'
import type { DisqualificationReason } from '@baobab/contract/scholarship/draw/list.ts'
import { hashText } from '@baobab/contract/scholarship/draw/rules.ts'
import { makeChain } from '@baobab/contract/scholarship/draw/made-draw.ts'
import { MAX_ATTEMPTS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { monthCloses, shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { overview } from '@baobab/contract/metrics/endpoints.ts'
import * as contract from '@baobab/contract/scholarship/admin.ts'
import { lagosDate, type AdminRole } from '@baobab/contract/accounts/rules.ts'
import { changeRole, endAccess, reauthenticateAdmin } from '@baobab/contract/accounts/admin.ts'
import { like, or } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ADMIN_PASSWORD,
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  type MadeAdmin,
} from '../../../test/factories.ts'
import { copyStudent, makeClaimedPrize } from '../../../test/draws.ts'
import { startTestApp, type KeptDatabase, type TestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { quizCalls } from '../../../test/take-quiz.ts'
import { logInAdmin } from '../../accounts/admin/log-in.ts'
import { notifications } from '../../notifications/tables.ts'
import { eraseStudent } from '../../privacy/erase-account.ts'
import { readDrawFile } from '../draw-files.ts'
import { findEntrant } from '../find-entrant.ts'
import { freezeDueLists } from '../freeze-list.ts'
import { findDraw } from '../queries.ts'
import { toBeacons, toNotices } from '../rules.ts'

/** More entrants than a month has attempts. */
const ENTRANTS = 7
const DAY_MS = 86_400_000

let t: TestApp
let month: string
let owner: MadeAdmin
const settings = { SCHOLARSHIP_REQUIRES_PAYMENT: 'false' }
let kept: KeptDatabase
beforeAll(async () => {
  t = await startTestApp(settings)
  owner = await makeAdmin(t)
  month = lagosDate(t.app.clock.now()).slice(0, 7)
  t.app.clock.set(new Date(monthCloses(month).closesAt.getTime() - 60_000))
  const quiz = await makeQuiz(t)
  const student = await makeStudent(t)
  await quizCalls((token) => t.as(token)).answer(student, quiz, 0, 'right')
  await copyStudent(t, student, ENTRANTS - 1)
  t.app.clock.set(new Date(monthCloses(month).closesAt.getTime() + 11 * 60_000))
  await freezeDueLists(t.app)
  kept = await t.closeAndKeep()
})
beforeEach(async () => {
  t = await startTestApp(settings, undefined, { kept })
})
afterEach(() => t.close())
afterAll(() => kept.drop())

/** Returns a client for an admin who has just logged in, whatever the time. */
async function as(admin: MadeAdmin) {
  const { authToken } = await logInAdmin(
    t.app,
    { email: admin.email, password: ADMIN_PASSWORD },
    { address: '127.0.0.1', userAgent: 'test' },
  )
  return t.as(authToken)
}

/** Creates an admin who already had the role when the list was frozen. */
const makeEarlierAdmin = () => makeAnotherAdmin(t, owner, 'support', { before: monthCloses(month).closesAt })

const params = () => ({ params: { month } })
/** Advances to the time of the next attempt. */
async function toRound(): Promise<void> {
  const { state } = await findDraw(t.app, month)
  if (state.state !== 'waiting') throw new Error(`The draw is ${state.state}.`)
  t.app.clock.set(new Date(state.dueAt.getTime() + 4_000))
}
async function run(admin = owner): Promise<number> {
  await toRound()
  await (
    await as(admin)
  )(contract.runDraw, params())
  const { state } = await findDraw(t.app, month)
  return state.state === 'drawn' ? state.index : -1
}
const disqualify = async (admin: MadeAdmin, index: number, reason: DisqualificationReason = 'wrong-age') =>
  (await as(admin))(contract.disqualifyWinner, { ...params(), body: { index, reason } })
const agree = async (admin: MadeAdmin) => (await as(admin))(contract.agreeToProposal, params())

const setRole = async ({ id }: MadeAdmin, role: AdminRole) =>
  (await as(owner))(changeRole, { params: { adminId: id }, body: { role } })
const remove = async ({ id }: MadeAdmin, by: MadeAdmin) => (await as(by))(endAccess, { params: { adminId: id } })

const canAgree = async (admin: MadeAdmin) =>
  (await (await as(admin))(contract.scholarshipOverview, {})).draws[0]?.proposal?.canAgree

/** Returns how many draw changes are waiting for a second admin, according to an admin's first page. */
const countProposals = async (admin: MadeAdmin) =>
  (await (await as(admin))(overview, {})).attention.find(({ kind }) => kind === 'draw-proposals')?.count ?? 0

/** Checks the draw from its files. */
async function check() {
  const loaded = await findDraw(t.app, month)
  const { chain, events } = loaded
  const list = await readDrawFile(t.app, loaded, 'list.txt')
  const result = ResultFile.parse(JSON.parse(await readDrawFile(t.app, loaded, 'result.json')))
  return checkDraw({ month, list, chain, beacons: toBeacons(events), notices: toNotices(loaded), result })
}

/** Returns the disqualification notices. */
const readDisqualified = async () =>
  toNotices(await findDraw(t.app, month)).filter(({ kind }) => kind === 'disqualified')

describe('a manual draw', () => {
  it('G-01 happens once it is due, and only once', async () => {
    const call = await as(owner)
    expect(await refusal(call(contract.runDraw, params()))).toMatchObject({ status: 409, code: 'draw_not_due' })
    await run()
    expect(await refusal((await as(owner))(contract.runDraw, params()))).toMatchObject({
      status: 409,
      code: 'already_drawn',
    })
    expect((await check()).steps.every(({ isTrue }) => isTrue)).toBe(true)
  })

  it('R-41 needs the password again after a while', async () => {
    const call = await as(owner)
    await toRound()
    const later = await as(owner)
    t.app.clock.advance(16 * 60_000)
    expect(await refusal(later(contract.runDraw, params()))).toMatchObject({ code: 'reauth_required' })
    await later(reauthenticateAdmin, { body: { password: ADMIN_PASSWORD } })
    await later(contract.runDraw, params())
    expect(call).toBeDefined()
  })

  it('G-03 G-04 works without a relay, using a round supplied by the admin, but not with a wrong one', async () => {
    t.sandbox.setRelayFault('failing')
    await toRound()
    const call = await as(owner)
    expect(await refusal(call(contract.runDraw, params()))).toMatchObject({ code: 'beacon_missing' })
    t.sandbox.setRelayFault()
    const { state, chain } = await findDraw(t.app, month)
    const round = state.state === 'waiting' ? state.due.round : 0
    const body = await t.app.drand.fetchRound(chain, round)
    if (!body) throw new Error('The relay has no round.')
    const other = makeChain('another chain').sign(round)
    const wrong = [
      { ...body, signature: body.signature.replace(/^../, '00') },
      { ...body, signature: t.sandbox.signRound(round - 1).signature },
      { ...other, randomness: hashText('another chain') },
      // Chosen rounds with valid signatures.
      t.sandbox.signRound(round - 1),
      t.sandbox.signRound(round + 1),
    ]
    for (const brought of wrong)
      expect(await refusal(call(contract.bringBeacon, { ...params(), body: brought }))).toMatchObject({
        status: 422,
        message: 'This is not the round that decides the draw, or its signature is not valid.',
      })
    expect((await findDraw(t.app, month)).state).toMatchObject({ state: 'waiting' })
    await call(contract.bringBeacon, { ...params(), body: { ...body, previous_signature: 'aa' } })
    // Data not proved by the signature is not published.
    expect(toBeacons((await findDraw(t.app, month)).events)).toEqual([body])
    expect((await check()).attempts).toHaveLength(1)
  })
})

describe('a disqualification', () => {
  it('G-06 by the only admin is decided at once, and the draw is repeated 24 hours later without the entry', async () => {
    const first = await run()
    const { message } = await disqualify(owner, first)
    expect(message).toBe('The winner was disqualified. The draw will be repeated.')
    const { state } = await findDraw(t.app, month)
    const dueAt = state.state === 'waiting' ? state.dueAt.getTime() : 0
    const open = await check()
    expect(open.steps.filter(({ isTrue }) => !isTrue)).toEqual([])
    expect(open.outcome).toBe('open')
    expect(dueAt - t.app.clock.now().getTime()).toBeGreaterThan(24 * 3_600_000 - 60_000)
    // The next winner cannot be disqualified before the round.
    for (let index = 0; index < ENTRANTS; index += 1)
      expect(await refusal(disqualify(owner, index))).toMatchObject({ status: 409, code: 'not_the_winner' })
    const second = await run()
    expect(second).not.toBe(first)
    const checked = await check()
    expect(checked.steps.every(({ isTrue }) => isTrue)).toBe(true)
    expect(checked.attempts.map(({ winner }) => winner)).toEqual([first, second])
  })

  it('G-06 needs a different admin to agree if there is one', async () => {
    const support = await makeEarlierAdmin()
    const winner = await run()
    expect(await disqualify(owner, winner)).toMatchObject({ message: 'Proposed. Another admin has to approve it.' })
    expect(await refusal(disqualify(support, winner))).toMatchObject({ code: 'already_proposed' })
    expect(await refusal(agree(owner))).toMatchObject({ status: 403, code: 'own_proposal' })
    expect((await findDraw(t.app, month)).state).toMatchObject({ state: 'drawn', index: winner })
    const { draws } = await (await as(support))(contract.scholarshipOverview, {})
    expect(draws[0]?.proposal).toMatchObject({ index: winner, proposedBy: owner.username, canAgree: true })
    expect(await countProposals(support)).toBe(1)
    await agree(support)
    expect(await countProposals(support)).toBe(0)
    expect((await findDraw(t.app, month)).state).toMatchObject({ state: 'waiting' })
    expect(await refusal(agree(support))).toMatchObject({ code: 'nothing_proposed' })
  })

  it.each(['unreachable', 'no-guardian-consent'] as const)('for %s is possible after 14 days', async (reason) => {
    const winner = await run()
    t.app.clock.advance(14 * 24 * 3_600_000 - 60_000)
    expect(await refusal(disqualify(owner, winner, reason))).toMatchObject({ status: 409, code: 'reason_too_early' })
    t.app.clock.advance(60_000)
    await disqualify(owner, winner, reason)
    expect((await check()).outcome).toBe('open')
  })

  it('for a deleted account is possible once the account is deleted', async () => {
    const winner = await run()
    expect(await refusal(disqualify(owner, winner, 'erased'))).toMatchObject({ status: 409, code: 'not_erased' })
    const { draw } = await findDraw(t.app, month)
    const { studentId } = (await findEntrant(t.app, t.app.db, { draw, index: winner })) ?? {}
    await t.app.db.transaction((tx) => eraseStudent(t.app, tx, studentId ?? ''))
    await disqualify(owner, winner, 'erased')
    expect((await findDraw(t.app, month)).state).toMatchObject({ state: 'waiting' })
  })

  it('G-11 by an owner who takes the right from the only other admin, or gives it to a friend, is only proposed', async () => {
    const support = await makeEarlierAdmin()
    const friend = await makeAnotherAdmin(t, owner, 'owner')
    const winner = await run()
    await makeClaimedPrize(t, month)
    await (
      await as(owner)
    )(contract.confirmWinner, params())
    await setRole(support, 'auditor')
    expect(await refusal(disqualify(friend, winner))).toMatchObject({ status: 403, code: 'not_among_deciders' })
    expect(await disqualify(owner, winner)).toMatchObject({ message: 'Proposed. Another admin has to approve it.' })
    expect(await refusal(agree(owner))).toMatchObject({
      status: 403,
      code: 'own_proposal',
      message: expect.stringContaining('you can decide alone from'),
    })
    expect(await refusal(agree(friend))).toMatchObject({ code: 'not_among_deciders' })
    await setRole(support, 'support')
    t.app.clock.advance(8 * DAY_MS)
    expect(await refusal(agree(owner))).toMatchObject({ message: 'Another admin has to approve.' })
    expect(await canAgree(owner)).toBe(false)
    expect(await canAgree(friend)).toBe(false)
    expect((await findDraw(t.app, month)).state).toMatchObject({ state: 'confirmed' })
    await agree(support)
    expect(await readDisqualified()).toMatchObject([{ admins: 2 }])
  })

  it('G-11 can be decided alone seven days after the only other admin left, and the notice says who was missing', async () => {
    const support = await makeEarlierAdmin()
    const winner = await run()
    await remove(support, owner)
    const since = t.app.clock.now()
    await disqualify(owner, winner)
    t.app.clock.set(new Date(since.getTime() + 7 * DAY_MS - 60_000))
    expect(await refusal(agree(owner))).toMatchObject({ code: 'own_proposal' })
    expect(await canAgree(owner)).toBe(false)
    t.app.clock.advance(60_000)
    expect(await canAgree(owner)).toBe(true)
    await agree(owner)
    const [notice] = await readDisqualified()
    expect(notice).toMatchObject({ admins: 1, missing: [{ role: 'support', since: expect.any(String) }] })
    expect((await check()).steps.filter(({ isTrue }) => !isTrue)).toEqual([])
  })

  it('G-11 is decided by today’s admins seven days after all those from the time of the freeze left', async () => {
    const later = await makeAnotherAdmin(t, owner, 'owner')
    const winner = await run()
    await remove(owner, later)
    expect(await refusal(disqualify(later, winner))).toMatchObject({
      code: 'not_among_deciders',
      message: expect.stringContaining('you can decide it from'),
    })
    t.app.clock.advance(7 * DAY_MS)
    await disqualify(later, winner)
    expect(await readDisqualified()).toMatchObject([{ admins: 1, missing: [{ role: 'owner' }] }])
  })

  it('G-11 by the only admin at the time of the freeze needs nobody who came later, and says so', async () => {
    await makeAnotherAdmin(t, owner, 'owner')
    await disqualify(owner, await run())
    const [notice] = await readDisqualified()
    expect(notice).toMatchObject({ admins: 1 })
    expect(notice).not.toHaveProperty('missing')
  })

  it('can be withdrawn while it is proposed', async () => {
    await makeEarlierAdmin()
    const winner = await run()
    await disqualify(owner, winner)
    await (
      await as(owner)
    )(contract.withdrawProposal, params())
    expect(await countProposals(owner)).toBe(0)
    expect(await refusal(agree(owner))).toMatchObject({ code: 'nothing_proposed' })
  })

  it('of someone who is not the winner is refused', async () => {
    const winner = await run()
    expect(await refusal(disqualify(owner, (winner + 1) % ENTRANTS))).toMatchObject({ code: 'not_the_winner' })
  })

  it('of a confirmed winner is possible, and the next winner is not confirmed', async () => {
    const first = await run()
    await makeClaimedPrize(t, month)
    await (
      await as(owner)
    )(contract.confirmWinner, params())
    await disqualify(owner, first)
    await run()
    expect((await findDraw(t.app, month)).state).toMatchObject({ state: 'drawn', attempt: 1 })
  })

  it('after the last attempt leaves the month without a winner', async () => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) await disqualify(owner, await run())
    expect((await findDraw(t.app, month)).state).toEqual({ state: 'ended' })
    const ended = await check()
    expect(ended.steps.filter(({ isTrue }) => !isTrue)).toEqual([])
    expect(ended.outcome).toBe('none')
    const told = await t.app.db
      .select({ title: notifications.title })
      .from(notifications)
      .where(or(like(notifications.title, '% is repeated'), like(notifications.title, 'Your number cannot win %')))
    // The draw is not repeated after the last attempt.
    expect(told.map(({ title }) => title).toSorted()).toEqual([
      ...Array.from({ length: MAX_ATTEMPTS - 1 }, () => `The ${shortMonthName(month)} draw is repeated`),
      `Your number cannot win the ${shortMonthName(month)} draw`,
    ])
  })
})

it('a winner is confirmed once, and the overview counts who would be in the next draw', async () => {
  await run()
  await makeClaimedPrize(t, month)
  await (
    await as(owner)
  )(contract.confirmWinner, params())
  await (
    await as(owner)
  )(contract.confirmWinner, params())
  const { draws, pool } = await (await as(owner))(contract.scholarshipOverview, {})
  expect(draws).toMatchObject([{ month, state: 'confirmed', isDue: false, proposal: null }])
  expect(pool).toEqual([
    { ageCategory: '5-10', onBoard: 0, inDraw: 0 },
    { ageCategory: '11-20', onBoard: 7, inDraw: 7 },
  ])
})
