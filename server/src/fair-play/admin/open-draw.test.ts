// Tests what admins can change about a student while a list is waiting for its draw, and until its winner is confirmed.
import { startBulkRun, readBulkRun } from '@baobab/contract/bulk/endpoints.ts'
import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { mergeStudents } from '@baobab/contract/duplicates/endpoints.ts'
import type { EntrantChange } from '@baobab/contract/scholarship/draw/list.ts'
import * as contract from '@baobab/contract/fair-play/admin.ts'
import { appealHold } from '@baobab/contract/fair-play/endpoints.ts'
import { overview } from '@baobab/contract/metrics/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { confirmWinner } from '@baobab/contract/scholarship/admin.ts'
import { recordPayout } from '@baobab/contract/scholarship/prize.ts'
import { monthCloses, nextMonth } from '@baobab/contract/scholarship/rules.ts'
import { disqualifyStudent, restoreStudent } from '@baobab/contract/students/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeClaimedPrize, makeDraw } from '../../../test/draws.ts'
import {
  logInAgain,
  makeAdmin,
  makeAnotherAdmin,
  makeStudent,
  PASSWORD,
  type MadeAdmin,
  type MadeStudent,
} from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { adminRoleChanges } from '../../accounts/admin/tables.ts'
import { students } from '../../accounts/tables.ts'
import { readDrawFile } from '../../scholarship/draw-files.ts'
import type { DrawRow } from '../../scholarship/draw-rows.ts'
import { findDraw } from '../../scholarship/queries.ts'
import { toBeacons, toNotices } from '../../scholarship/rules.ts'
import { drawWinner } from '../../scholarship/run-draw.ts'
import { strikeDueDraws } from '../../scholarship/strike-out.ts'
import { entrantProposals } from '../../scholarship/tables.ts'
import { fairPlayAppeals } from '../tables.ts'

const HOUR_MS = 3_600_000
const PROPOSED = 'Proposed. Another admin has to approve it.'

let owner: MadeAdmin
let support: MadeAdmin
let month = '2027-01'
const t = await openStillTestApp()
beforeAll(async () => {
  // The job must not draw before the test does.
  t.sandbox.setRelayFault('failing')
  owner = await makeAdmin(t)
  support = await makeAnotherAdmin(t, owner, 'support')
})

let entrant: MadeStudent
let draw: DrawRow
beforeEach(async () => {
  month = nextMonth(month)
  await setTo(monthCloses(month).closesAt, HOUR_MS)
  entrant = await makeStudent(t)
  draw = await makeDraw(t, { month, studentIds: [entrant.id, (await makeStudent(t)).id] })
})

/** Sets the clock to this long after an instant, and logs both admins in again, because their sessions may have ended. */
async function setTo(at: Date, afterMs: number): Promise<void> {
  t.app.clock.set(new Date(at.getTime() + afterMs))
  for (const one of [owner, support]) one.token = await logInAgain(t, one)
}

const params = () => ({ params: { username: entrant.username } })
const read = (who = owner) => t.as(who.token)(contract.readFlagged, params())
const actions: Record<string, { change: EntrantChange; call: (who: MadeAdmin) => Promise<{ message: string }> }> = {
  'a hold': {
    change: 'held',
    call: (who) => t.as(who.token)(contract.holdStudent, { ...params(), body: { reason: 'other' } }),
  },
  'a disqualification by fair play': {
    change: 'disqualified',
    call: (who) =>
      t.as(who.token)(contract.disqualifyFlagged, {
        ...params(),
        body: { reason: 'second-account', text: 'Two accounts.' },
      }),
  },
  'a disqualification': {
    change: 'disqualified',
    call: (who) => t.as(who.token)(disqualifyStudent, { ...params(), body: { reason: 'Two accounts of one child.' } }),
  },
}
const hold = (who = owner) => actions['a hold']?.call(who) ?? Promise.reject(new Error('There is no such action.'))
const agree = async (who: MadeAdmin) =>
  t.as(who.token)(contract.agreeToEntrantProposal, { params: { proposalId: await findProposalId() } })
async function findProposalId(): Promise<string> {
  const [row] = await t.app.db.select().from(entrantProposals).where(eq(entrantProposals.studentId, entrant.id))
  return row?.id ?? '00000000-0000-4000-8000-000000000000'
}
/** Returns the entrant's row from the other admin's first page. */
const listProposals = async () =>
  (await t.as(support.token)(overview, {})).attention.filter(({ username }) => username === entrant.username)
const status = async () => {
  const [row] = await t.app.db.select().from(students).where(eq(students.id, entrant.id))
  return { isHeld: row?.heldAt !== null, isDisqualified: row?.disqualifiedAt !== null }
}
const untouched = { isHeld: false, isDisqualified: false }
const told = async () =>
  (await t.as(entrant.token)(studentNotifications, { params: { username: entrant.username }, query: {} })).notifications
const notices = async () => toNotices(await findDraw(t.app, month))
describe('in an open draw', () => {
  it.each(Object.entries(actions))(
    'G-12 %s waits for a second admin, and only then is the student told and the change published',
    async (_, one) => {
      expect(await one.call(owner)).toEqual({ message: PROPOSED })
      expect(await status()).toEqual(untouched)
      expect([await told(), await notices()]).toEqual([[], []])
      expect(await refusal(one.call(support))).toMatchObject({ code: 'already_proposed' })
      expect(await refusal(agree(owner))).toMatchObject({ status: 403, code: 'own_proposal' })
      expect((await read(owner)).proposal).toMatchObject({
        change: one.change,
        proposedBy: owner.username,
        canAgree: false,
      })
      expect((await read(support)).proposal).toMatchObject({ canAgree: true })
      expect(await listProposals()).toEqual([{ kind: 'student-proposals', count: 1, username: entrant.username }])
      const list = await t.as(support.token)(contract.listFlagged, {
        query: { ageCategory: '11-20', show: 'proposed' },
      })
      expect(list.students).toEqual([])
      await agree(support)
      expect(await status()).toEqual({ isHeld: one.change === 'held', isDisqualified: one.change === 'disqualified' })
      expect(await told()).toHaveLength(1)
      const { index } = (await findDraw(t.app, month)).events.at(-1)?.data ?? {}
      expect(await notices()).toMatchObject([{ kind: 'changed', change: one.change, index, admins: 2 }])
      expect((await read()).proposal).toBeNull()
      expect(await listProposals()).toEqual([])
      expect(await refusal(agree(support))).toMatchObject({ status: 404 })
    },
  )

  it('G-12 a release and a restoration also wait for a second admin', async () => {
    await hold()
    await agree(support)
    expect(await t.as(owner.token)(contract.clearStudent, params())).toEqual({ message: PROPOSED })
    expect(await status()).toMatchObject({ isHeld: true })
    await agree(support)
    expect(await status()).toEqual(untouched)
    await t.as(owner.token)(disqualifyStudent, { ...params(), body: { reason: 'Two accounts.' } })
    await agree(support)
    const body = { reason: 'It was her sister.' }
    expect(await t.as(owner.token)(restoreStudent, { ...params(), body })).toEqual({ message: PROPOSED })
    expect(await status()).toMatchObject({ isDisqualified: true })
    await agree(support)
    expect(await status()).toEqual(untouched)
    const changes = (await notices()).map((notice) => notice.kind === 'changed' && notice.change)
    expect(changes).toEqual(['held', 'released', 'disqualified', 'restored'])
  })

  it('G-12 an appeal is granted by two admins, neither of whom counts as having placed the hold', async () => {
    await hold()
    await agree(support)
    const appealId = await sendAppeal(entrant)
    const body = { outcome: 'lifted', text: 'You were right.' } as const
    const grant = t.as(owner.token)(contract.answerAppeal, { params: { appealId }, body })
    expect(await grant).toEqual({ message: PROPOSED })
    expect(await status()).toMatchObject({ isHeld: true })
    await agree(support)
    expect(await status()).toEqual(untouched)
    expect((await notices()).at(-1)).toMatchObject({ kind: 'changed', change: 'released', admins: 2 })
    expect((await read()).appeals).toMatchObject([{ answer: { outcome: 'lifted', text: 'You were right.' } }])
  })

  it('G-12 proposals made before entrants are struck out can no longer be agreed to', async () => {
    await hold()
    const proposalId = await findProposalId()
    const { state } = await findDraw(t.app, month)
    const dueAt = state.state === 'waiting' ? state.dueAt : new Date(0)
    await setTo(dueAt, -HOUR_MS + 3_000)
    await strikeDueDraws(t.app)
    expect(await t.app.db.select().from(entrantProposals)).toEqual([])
    await drawWinner(t.app, draw, await bringRound())
    await t.app.db.insert(entrantProposals).values({
      id: proposalId,
      studentId: entrant.id,
      change: 'held',
      reason: 'other',
      proposedBy: owner.id,
      at: draw.frozenAt,
    })
    expect((await read(support)).proposal).toBeNull()
    expect(await listProposals()).toEqual([])
    expect(await refusal(agree(support))).toMatchObject({ code: 'nothing_proposed' })
    expect(await status()).toEqual(untouched)
  })

  it('G-12 nobody decides alone in one draw because they were alone in another', async () => {
    const { id } = entrant
    // The support admin joined between the two lists.
    await t.app.db.insert(adminRoleChanges).values([
      { adminId: support.id, role: null, at: new Date('2020-01-01') },
      { adminId: support.id, role: 'support', at: new Date(draw.frozenAt.getTime() + 1_000) },
    ])
    expect(await hold()).toMatchObject({ message: expect.stringContaining('on hold') })
    await t.app.db.update(students).set({ heldAt: null }).where(eq(students.id, id))
    await drawWinner(t.app, draw, await bringRound())
    month = nextMonth(month)
    await setTo(monthCloses(month).closesAt, HOUR_MS)
    draw = await makeDraw(t, { month, studentIds: [id] })
    expect(await t.as(owner.token)(disqualifyStudent, { ...params(), body: { reason: 'Two accounts.' } })).toEqual({
      message: PROPOSED,
    })
    expect(await status()).toEqual(untouched)
    await t.app.db.insert(adminRoleChanges).values({ adminId: support.id, role: 'support', at: new Date('2020-01-02') })
  })

  it('G-12 nothing can be changed from two hours before the round until the winner is drawn', async () => {
    await hold()
    const { state } = await findDraw(t.app, month)
    const dueAt = state.state === 'waiting' ? state.dueAt : new Date(0)
    await setTo(dueAt, -2 * HOUR_MS)
    for (const { call } of Object.values(actions))
      expect(await refusal(call(support))).toMatchObject({ status: 409, code: 'changes_closed' })
    expect(await refusal(agree(support))).toMatchObject({ code: 'changes_closed' })
    await setTo(draw.drawsAt, HOUR_MS)
    expect(await refusal(agree(support))).toMatchObject({ code: 'changes_closed' })
    expect(await status()).toEqual(untouched)
    await setTo(dueAt, -2 * HOUR_MS - 1)
    await agree(support)
    expect(await status()).toMatchObject({ isHeld: true })
  })

  it('G-12 a bulk action changes no entrant, and says why', async () => {
    const other = await makeStudent(t)
    const targets = { ids: [entrant.id, other.id] }
    const { run } = await t.as(owner.token)(startBulkRun, {
      body: { action: 'students.hold', options: { reason: 'other' }, targets },
    })
    expect(run).toMatchObject({ done: 1, skipped: 1 })
    const { reasons } = await t.as(owner.token)(readBulkRun, { params: { runId: run._id } })
    expect(reasons).toMatchObject([
      { reason: expect.stringContaining('another admin has to approve'), names: [entrant.username] },
    ])
    expect(await status()).toEqual(untouched)
  })

  it('G-12 no disqualified account can be merged into an entrant’s account', async () => {
    const second = await makeStudent(t)
    const reason = { reason: 'Two accounts.' }
    await t.as(owner.token)(disqualifyStudent, { params: { username: second.username }, body: reason })
    const body = { into: entrant.username, ...reason }
    expect(
      await refusal(t.as(owner.token)(mergeStudents, { params: { username: second.username }, body })),
    ).toMatchObject({ code: 'cannot_merge' })
    expect(await status()).toEqual(untouched)
  })

  it('a proposal can be withdrawn, and is deleted with the account', async () => {
    await hold()
    const proposalId = await findProposalId()
    const withdraw = () => t.as(support.token)(contract.withdrawEntrantProposal, { params: { proposalId } })
    await withdraw()
    expect(await refusal(withdraw())).toMatchObject({ status: 404 })
    expect((await read()).proposal).toBeNull()
    await hold()
    await t.as(entrant.token)(eraseAccount, { body: { password: PASSWORD } })
    expect(await t.app.db.select().from(entrantProposals).where(eq(entrantProposals.studentId, entrant.id))).toEqual([])
    expect(await notices()).toEqual([])
  })

  it('two admins who agree at the same time make one change', async () => {
    const third = await makeAnotherAdmin(t, owner, 'owner', { before: draw.frozenAt })
    await hold()
    await Promise.allSettled([agree(support), agree(third)])
    expect(await notices()).toHaveLength(1)
    expect((await read()).decisions).toHaveLength(1)
  })

  it('the draw’s files stay correct', async () => {
    await hold()
    await agree(support)
    await drawWinner(t.app, draw, await bringRound())
    const loaded = await findDraw(t.app, month)
    const { chain, events } = loaded
    const list = await readDrawFile(t.app, loaded, 'list.txt')
    const checked = checkDraw({ month, list, chain, beacons: toBeacons(events), notices: toNotices(loaded) })
    expect(checked.steps.filter(({ isTrue }) => !isTrue)).toEqual([])
  })
})

/** Advances past the draw's round. @returns the round */
async function bringRound() {
  await setTo(draw.drawsAt, 4_000)
  return t.sandbox.signRound(draw.round)
}

async function sendAppeal(student: MadeStudent): Promise<string> {
  await t.as(student.token)(appealHold, { body: { text: 'I had seen it before.' } })
  const [row] = await t.app.db.select().from(fairPlayAppeals).where(eq(fairPlayAppeals.studentId, student.id))
  return row?.id ?? ''
}

describe('a draw that has a winner', () => {
  it('G-12 is open until the winner is confirmed, and never blocks changes', async () => {
    await drawWinner(t.app, draw, await bringRound())
    expect(await hold()).toEqual({ message: PROPOSED })
    await agree(support)
    expect(await status()).toMatchObject({ isHeld: true })
  })

  it('G-12 is open until the prize is paid, so a confirmed winner can still be disqualified', async () => {
    await drawWinner(t.app, draw, await bringRound())
    await hold()
    t.app.clock.advance(1_000)
    await makeClaimedPrize(t, month)
    await t.as(owner.token)(confirmWinner, { params: { month } })
    expect((await read()).proposal).toBeNull()
    expect(await hold(support)).toEqual({ message: PROPOSED })
    await t.as(owner.token)(recordPayout, { params: { month }, body: { paidOn: '2026-12-01', receipt: 'TRF-1' } })
    expect(await hold()).toMatchObject({ message: expect.stringContaining('on hold') })
    expect(await notices()).toEqual([])
    expect(await t.app.db.select().from(entrantProposals).where(eq(entrantProposals.studentId, entrant.id))).toEqual([])
  })
})

it('G-12 nobody can be changed between the end of a month and the freezing of its list', async () => {
  await setTo(monthCloses('2030-01').closesAt, 60_000)
  const another = await makeStudent(t)
  const body = { reason: 'other' as const }
  const call = t.as(owner.token)(contract.holdStudent, { params: { username: another.username }, body })
  expect(await refusal(call)).toMatchObject({ status: 409, code: 'month_closing' })
})
