import { monthCloses, shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { clearStudent, disqualifyFlagged, holdStudent } from '@baobab/contract/fair-play/admin.ts'
import { eraseAccount, INACTIVE_MONTHS } from '@baobab/contract/privacy/endpoints.ts'
import { studentNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { confirmWinner, disqualifyWinner } from '@baobab/contract/scholarship/admin.ts'
import { listPrizes, recordPayout, claimPrize, myPrizes } from '@baobab/contract/scholarship/prize.ts'
import { myDraw, readDraw } from '@baobab/contract/scholarship/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin, makeAnotherAdmin, makeStudent, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { makeClaimedPrize, makeDueDraw } from '../../test/draws.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { students } from '../accounts/tables.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { eraseInactiveAccounts } from '../privacy/inactive-accounts.ts'
import { inactivityMails } from '../privacy/tables.ts'
import { addMonths } from '../privacy/rules.ts'
import { drawWinner } from './run-draw.ts'
import { prizeClaimVersions } from './prize-tables.ts'

const t = await openTestApp({ RATE_LIMIT_FACTOR: '0' })
const owner = await makeAdmin(t)

let winner: MadeStudent
let other: MadeStudent
let month: string
beforeEach(async () => {
  const [one, two] = [await makeStudent(t), await makeStudent(t)]
  // The relay must not let the job draw before the test does.
  t.sandbox.setRelayFault('failing')
  const draw = await makeDueDraw(t, [one.id, two.id])
  month = draw.month
  await drawWinner(t.app, draw, t.sandbox.signRound(draw.round))
  const isFirst = (await t.as(one.token)(myPrizes, {})).length === 1
  ;[winner, other] = isFirst ? [one, two] : [two, one]
})

const params = () => ({ params: { month } })
const form = {
  guardianName: 'Halima Bello',
  guardianPhone: '+2348012345678',
  guardianEmail: '',
  publicName: 'Amina from Kano',
  guardianAgrees: true,
  password: PASSWORD,
}
const claim = (who: MadeStudent, body = form) => t.as(who.token)(claimPrize, { ...params(), body })
const pay = (body = { paidOn: '2026-01-05', receipt: 'TRF-1' }, token = owner.token) =>
  t.as(token)(recordPayout, { ...params(), body })
const confirm = () => t.as(owner.token)(confirmWinner, params())
const claimAndConfirm = async () => {
  await makeClaimedPrize(t, month)
  await confirm()
}
const publicName = async () => (await t.as()(readDraw, { ...params(), query: {} })).winner?.name

describe('the prize of a winner whose points are on hold', () => {
  const hold = () =>
    t.as(owner.token)(holdStudent, { params: { username: winner.username }, body: { reason: 'other' } })
  const clear = () => t.as(owner.token)(clearStudent, { params: { username: winner.username } })

  it('is not confirmed until that is decided, and shows no name', async () => {
    await makeClaimedPrize(t, month)
    await hold()
    expect(await refusal(confirm())).toMatchObject({ status: 409, code: 'winner_is_held' })
    expect(await publicName()).toBeNull()
    await clear()
    await confirm()
    expect(await publicName()).toBe(winner.username)
  })

  it('is not paid until that is decided, even if it was confirmed before', async () => {
    await claimAndConfirm()
    await hold()
    expect(await refusal(pay())).toMatchObject({ status: 409, code: 'winner_is_held' })
    await clear()
    await pay()
  })

  it('is neither confirmed nor paid once the student is disqualified, and shows no name', async () => {
    await hold()
    const body = { reason: 'second-account', text: 'Two accounts of one child.' } as const
    await t.as(owner.token)(disqualifyFlagged, { params: { username: winner.username }, body })
    expect(await refusal(confirm())).toMatchObject({ status: 409, code: 'winner_is_held' })
    expect(await publicName()).toBeNull()
  })

  it('is not paid if the student is disqualified after it was confirmed', async () => {
    await claimAndConfirm()
    const body = { reason: 'second-account', text: 'Two accounts of one child.' } as const
    await t.as(owner.token)(disqualifyFlagged, { params: { username: winner.username }, body })
    expect(await refusal(pay())).toMatchObject({ status: 409, code: 'winner_is_held' })
  })

  it('is shown to the winner as held back until that is decided or the prize is paid', async () => {
    const shown = async () => {
      const [prize] = await t.as(winner.token)(myPrizes, {})
      const { entries } = await t.as(winner.token)(myDraw, {})
      return [prize?.isHeld, entries.find((entry) => entry.month === month)?.isHeld]
    }
    await hold()
    expect(await shown()).toEqual([true, true])
    await clear()
    expect(await shown()).toEqual([false, false])
    await claimAndConfirm()
    await pay()
    await hold()
    // It has been handed over, so nothing is waiting.
    expect(await shown()).toEqual([false, false])
  })

  it('is announced to the winner as held back', async () => {
    const held = await makeStudent(t)
    await t.as(owner.token)(holdStudent, { params: { username: held.username }, body: { reason: 'other' } })
    const draw = await makeDueDraw(t, [held.id])
    await drawWinner(t.app, draw, t.sandbox.signRound(draw.round))
    const { notifications } = await t.as(held.token)(studentNotifications, {
      params: { username: held.username },
      query: {},
    })
    const titles = notifications.map(({ title }) => title)
    expect(titles).toContain(`You were picked in the ${shortMonthName(draw.month)} draw`)
    expect(titles).not.toContain(`You won the ${shortMonthName(draw.month)} scholarship!`)
  })
})

describe('a prize', () => {
  it('is shown only to its winner, who has 14 days to claim it', async () => {
    const [prize] = await t.as(winner.token)(myPrizes, {})
    expect(prize).toMatchObject({ month, state: 'unclaimed', claim: null, paidOn: null })
    const days = (new Date(prize?.claimBy ?? 0).getTime() - t.app.clock.now().getTime()) / 86_400_000
    expect(Math.round(days)).toBe(14)
    expect(await t.as(other.token)(myPrizes, {})).toEqual([])
  })

  it('can be claimed only by its winner', async () => {
    expect(await refusal(claim(other))).toMatchObject({ status: 404 })
    expect((await t.as(owner.token)(listPrizes, {}))[0]).toMatchObject({ month, state: 'unclaimed', claim: null })
    await claim(winner)
    const { guardianAgrees, password, ...stored } = form
    expect([guardianAgrees, password]).toEqual([true, PASSWORD])
    const reads = () => t.app.db.select().from(auditLines).where(eq(auditLines.action, 'prize.contacts_read'))
    const before = await reads()
    expect((await t.as(owner.token)(listPrizes, {}))[0]).toMatchObject({ state: 'claimed', claim: stored })
    expect((await reads()).slice(before.length)).toMatchObject([
      { adminId: owner.id, details: { months: expect.stringContaining(month) } },
    ])
  })

  it('cannot be claimed unless the guardian agrees', async () => {
    const body = { ...form, guardianAgrees: false }
    expect(await refusal(claim(winner, body))).toMatchObject({
      status: 400,
      message: 'Your parent or guardian must agree',
    })
  })

  it('is paid only to a confirmed winner, who is told once', async () => {
    await makeClaimedPrize(t, month)
    expect(await refusal(pay())).toMatchObject({ status: 409, code: 'winner_not_confirmed' })
    await confirm()
    await pay()
    await pay()
    await pay({ paidOn: '2026-01-06', receipt: 'TRF-2' })
    expect((await t.as(owner.token)(listPrizes, {}))[0]).toMatchObject({
      state: 'paid',
      payout: { paidOn: '2026-01-06', receipt: 'TRF-2', recordedBy: owner.username },
    })
    expect((await t.as(winner.token)(myPrizes, {}))[0]).toMatchObject({ state: 'paid', paidOn: '2026-01-06' })
    const { notifications } = await t.as(winner.token)(studentNotifications, {
      params: { username: winner.username },
      query: {},
    })
    expect(
      notifications.filter(({ title }) => title === `The ${shortMonthName(month)} scholarship was paid`),
    ).toHaveLength(1)
  })

  it('cannot be paid on a future day', async () => {
    await claimAndConfirm()
    const tomorrow = lagosDate(new Date(t.app.clock.now().getTime() + 86_400_000))
    expect(await refusal(pay({ paidOn: tomorrow, receipt: 'TRF-1' }))).toMatchObject({
      status: 400,
      message: 'This day is in the future',
    })
  })

  it('cannot be paid in a year that PostgreSQL does not support', async () => {
    await claimAndConfirm()
    expect(await refusal(pay({ paidOn: '0000-01-01', receipt: 'TRF-1' }))).toMatchObject({
      status: 400,
      message: 'Invalid date format',
    })
  })

  it('that was paid can be neither claimed nor drawn again', async () => {
    await claimAndConfirm()
    await pay()
    expect(await refusal(claim(winner))).toMatchObject({ status: 409, code: 'prize_paid' })
    const [prize] = await t.as(owner.token)(listPrizes, {})
    const body = { index: prize?.index ?? -1, reason: 'wrong-age' as const }
    expect(await refusal(t.as(owner.token)(disqualifyWinner, { ...params(), body }))).toMatchObject({
      code: 'prize_paid',
      message: 'The prize has been paid, so the winner cannot be disqualified.',
    })
  })

  it('cannot be paid while a proposal to disqualify the winner is open', async () => {
    const finance = await makeAnotherAdmin(t, owner, 'finance')
    await makeAnotherAdmin(t, owner, 'support', { before: monthCloses(month).closesAt })
    await claimAndConfirm()
    const [prize] = await t.as(owner.token)(listPrizes, {})
    const body = { index: prize?.index ?? -1, reason: 'wrong-age' as const }
    await t.as(owner.token)(disqualifyWinner, { ...params(), body })
    expect(await refusal(pay(undefined, finance.token))).toMatchObject({ code: 'already_proposed' })
  })
})

describe('a winner’s account', () => {
  it('takes the claim with it when it is erased', async () => {
    await claim(winner)
    await t.as(winner.token)(eraseAccount, { body: { password: PASSWORD } })
    const isOfWinner = eq(prizeClaimVersions.studentId, winner.id)
    expect(await t.app.db.select().from(prizeClaimVersions).where(isOfWinner)).toEqual([])
    expect((await t.as(owner.token)(listPrizes, {}))[0]).toMatchObject({ username: null, claim: null })
    expect(await publicName()).toBeNull()
  })

  it('is not erased for inactivity while the prize is unpaid', async () => {
    const long = addMonths(t.app.clock.now(), -INACTIVE_MONTHS - 3)
    const isWarned = async ({ id }: MadeStudent) => {
      await t.app.db.update(students).set({ lastActiveAt: long }).where(eq(students.id, id))
      await eraseInactiveAccounts(t.app)
      return (await t.app.db.select().from(inactivityMails).where(eq(inactivityMails.studentId, id))).length > 0
    }
    expect([await isWarned(winner), await isWarned(other)]).toEqual([false, true])
    await claimAndConfirm()
    await pay()
    expect(await isWarned(winner)).toBe(true)
  })
})
