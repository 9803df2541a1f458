// Tests what happens to an unclaimed prize over time: reminders, and a redraw that is proposed automatically.
import { agreeToProposal, scholarshipOverview, withdrawProposal } from '@baobab/contract/scholarship/admin.ts'
import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeClaimedPrize, makeDueDraw } from '../../test/draws.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeStudent,
  type MadeAdmin,
  type MadeStudent,
  logInAgain,
} from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { students } from '../accounts/tables.ts'
import { auditLines } from '../platform/audit/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { eraseStudent } from '../privacy/erase-account.ts'
import { workOnPrizes } from './prize-deadlines.ts'
import { prizeReminders } from './prize-tables.ts'
import { findDraw } from './queries.ts'
import { toNotices } from './rules.ts'
import { drawWinner } from './run-draw.ts'
import { drawChanges } from './tables.ts'

const DAY_MS = 86_400_000

let support: MadeAdmin
const t = await openStillTestApp({ RATE_LIMIT_FACTOR: '0' })
const owner = await makeAdmin(t)
beforeAll(async () => {
  support = await makeAnotherAdmin(t, owner, 'support')
})

let winner: MadeStudent
let month: string
let drawId: string
let drawnAt: Date
let mother: string
beforeEach(async () => {
  winner = await makeStudent(t)
  mother = `mother-${winner.username}@home.example`
  await t.app.db.update(students).set({ guardianEmail: mother }).where(eq(students.id, winner.id))
  t.sandbox.setRelayFault('failing')
  const draw = await makeDueDraw(t, [winner.id])
  ;({ month, id: drawId } = draw)
  await drawWinner(t.app, draw, t.sandbox.signRound(draw.round))
  drawnAt = t.app.clock.now()
})

/** Advances to a number of days after the draw, and does what is due then. */
async function toDay(days: number): Promise<void> {
  t.app.clock.set(new Date(drawnAt.getTime() + days * DAY_MS))
  await workOnPrizes(t.app)
}
const as = async (admin: MadeAdmin) => t.as(await logInAgain(t, admin))
const proposals = async () => {
  const { events } = await findDraw(t.app, month)
  return events.filter(({ kind }) => kind === 'disqualification-proposed')
}
const agree = async (admin: MadeAdmin) => (await as(admin))(agreeToProposal, { params: { month } })
const withdraw = async (admin: MadeAdmin) => (await as(admin))(withdrawProposal, { params: { month } })
const readProposal = async (admin: MadeAdmin) =>
  (await (await as(admin))(scholarshipOverview, {})).draws.find((draw) => draw.month === month)?.proposal
const readTitles = async (part: string) => {
  const rows = await t.app.db
    .select({ title: notifications.title, description: notifications.description })
    .from(notifications)
    .where(eq(notifications.studentId, winner.id))
    .orderBy(asc(notifications.createdAt))
  return rows.filter(({ title }) => title.includes(part))
}
const remindersSent = async () => {
  const rows = await t.app.db.select().from(prizeReminders).where(eq(prizeReminders.drawId, drawId))
  return rows.map(({ daysBefore }) => daysBefore).toSorted((one, other) => other - one)
}

describe('a winner who has not claimed', () => {
  it('G-15 is reminded, with the guardian, seven, three and one days before the deadline, once each', async () => {
    await toDay(6.9)
    expect(await remindersSent()).toEqual([])
    for (const days of [7, 7.1, 10.9, 11, 13]) {
      await toDay(days)
      // A second server, and a restart.
      await Promise.all([workOnPrizes(t.app), workOnPrizes(t.app)])
    }
    expect(await remindersSent()).toEqual([7, 3, 1])
    const told = await readTitles('prize: please finish by')
    expect(told).toHaveLength(3)
    expect(told[0]?.description).toContain('You have not claimed it yet.')
    const mails = await t.mails(mother, `${winner.username}’s prize`, 3)
    expect(mails).toHaveLength(3)
    expect(mails[0]?.text).toContain('The prize has not been claimed yet.')
    expect(await proposals()).toEqual([])
  })

  it('G-15 gets one reminder for all those missed while the server was down', async () => {
    await toDay(12)
    expect(await remindersSent()).toEqual([7, 3])
    expect(await readTitles('prize: please finish by')).toHaveLength(1)
  })

  it('G-15 is automatically proposed for a redraw after fourteen days, once across servers, and the admins are told', async () => {
    await toDay(14 - 1 / 86_400)
    expect(await proposals()).toEqual([])
    t.app.clock.set(new Date(drawnAt.getTime() + 14 * DAY_MS))
    await Promise.all([workOnPrizes(t.app), workOnPrizes(t.app), workOnPrizes(t.app)])
    await workOnPrizes(t.app)
    expect(await proposals()).toMatchObject([{ adminId: null, attempt: 0, data: { index: 0, reason: 'unreachable' } }])
    const isOfDraw = and(eq(auditLines.action, 'draw.disqualification-proposed'), eq(auditLines.subject, drawId))
    expect(await t.app.db.select().from(auditLines).where(isOfDraw)).toMatchObject([{ adminId: null }])
    for (const { email } of [owner, support]) await t.mails(email, 'was not claimed in time')
    expect(await readTitles('The time to claim your ')).toHaveLength(1)
  })

  it('G-15 is disqualified only once two admins have agreed, if two decide', async () => {
    await toDay(14)
    expect(await readProposal(owner)).toMatchObject({ proposedBy: null, reason: 'unreachable', canAgree: true })
    const later = await makeAnotherAdmin(t, owner, 'owner')
    expect(await refusal(agree(later))).toMatchObject({ code: 'not_among_deciders' })
    expect(await readProposal(later)).toMatchObject({ canAgree: false })
    expect(await agree(owner)).toMatchObject({ message: 'Proposed. Another admin has to approve it.' })
    expect((await findDraw(t.app, month)).state).toMatchObject({ state: 'drawn' })
    expect(await refusal(agree(owner))).toMatchObject({ code: 'own_proposal' })
    await agree(support)
    const loaded = await findDraw(t.app, month)
    expect(loaded.state).toMatchObject({ state: 'waiting' })
    expect(toNotices(loaded)).toMatchObject([{ kind: 'disqualified', admins: 2, reason: 'unreachable', attempt: 1 }])
  })

  it('G-15 has another fourteen days once admins have withdrawn the automatic proposal', async () => {
    await toDay(14)
    await withdraw(support)
    await toDay(15)
    expect(await proposals()).toHaveLength(1)
    await toDay(22)
    expect(await remindersSent()).toEqual([7])
    await toDay(28)
    expect(await proposals()).toHaveLength(2)
  })

  it('G-15 is neither reminded nor proposed while on hold, and then has the full time again', async () => {
    const setHeld = (heldAt: Date | null) => t.app.db.update(students).set({ heldAt }).where(eq(students.id, winner.id))
    await setHeld(drawnAt)
    await toDay(20)
    expect([await remindersSent(), await proposals()]).toEqual([[], []])
    await setHeld(null)
    const data = { index: 0, change: 'released', admins: 2 }
    await t.app.db.insert(drawChanges).values({ drawId, attempt: 0, data, adminId: owner.id, at: t.app.clock.now() })
    await toDay(26.9)
    expect([await remindersSent(), await proposals()]).toEqual([[], []])
    await toDay(27)
    expect(await remindersSent()).toEqual([7])
    await toDay(34)
    expect(await proposals()).toHaveLength(1)
  })

  it('G-15 who deleted the account is proposed for that reason', async () => {
    await t.app.db.transaction((tx) => eraseStudent(t.app, tx, winner.id))
    await toDay(13.5)
    await toDay(14)
    expect(await proposals()).toMatchObject([{ data: { reason: 'erased' } }])
    expect(await remindersSent()).toEqual([])
  })
})

describe('a winner who has claimed', () => {
  it('G-15 is reminded and proposed if no guardian has agreed', async () => {
    await makeClaimedPrize(t, month, { isAgreed: false })
    await toDay(13)
    const [told] = await readTitles('prize: please finish by')
    expect(told?.description).toContain('Your parent or guardian has not agreed yet.')
    const [mail] = await t.mails(mother, `${winner.username}’s prize`)
    expect(mail?.text).toMatch(/Read and agree: http\S+guardian-prize\?claim=/)
    await toDay(14)
    expect(await proposals()).toMatchObject([{ data: { reason: 'no-guardian-consent' } }])
  })

  it('G-15 is left alone once a guardian has agreed, or if an adult', async () => {
    await makeClaimedPrize(t, month)
    await toDay(13)
    await toDay(30)
    expect([await remindersSent(), await proposals()]).toEqual([[], []])
    await t.app.db.update(students).set({ birth: '2004-01-01' }).where(eq(students.id, winner.id))
    await makeClaimedPrize(t, month, { publicName: 'Amina', isAgreed: false })
    await toDay(31)
    expect(await proposals()).toEqual([])
  })
})
