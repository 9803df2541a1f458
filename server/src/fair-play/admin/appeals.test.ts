// Tests who may answer an appeal and who is reminded of it, and what a later decision does not change.
import { randomUUID } from 'node:crypto'
import { endAccess } from '@baobab/contract/accounts/admin.ts'
import { countOpenAppeals } from '@baobab/contract/fair-play/admin.ts'
import * as admin from '@baobab/contract/fair-play/admin.ts'
import { appealHold, readOwnHold } from '@baobab/contract/fair-play/endpoints.ts'
import { toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { roundAt, timeOfRound, CHANGES_CLOSE_BEFORE_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { APPEAL_DAYS } from '@baobab/contract/fair-play/text.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDraw } from '../../../test/draws.ts'
import { makeAppeal } from '../../../test/fair-play.ts'
import {
  logInAgain,
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  type MadeAdmin,
  type MadeStudent,
} from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { quizCalls, quizRows } from '../../../test/take-quiz.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { students } from '../../accounts/tables.ts'
import { drawEntries } from '../../scholarship/tables.ts'
import { remindOfAppeals, sendAppealReminder } from '../remind-of-appeals.ts'
import { fairPlayAppeals, fairPlayFlags } from '../tables.ts'

let owner: MadeAdmin
let support: MadeAdmin
let auditor: MadeAdmin
const t = await openStillTestApp()
beforeAll(async () => {
  // The middle of a month, with no regular draw nearby.
  t.app.clock.set(new Date('2027-05-12T12:00:00Z'))
  owner = await makeAdmin(t)
  support = await makeAnotherAdmin(t, owner, 'support')
  auditor = await makeAnotherAdmin(t, owner, 'auditor')
})

let student: MadeStudent
beforeEach(async () => {
  student = await makeStudent(t)
})

const params = () => ({ params: { username: student.username } })
const read = (who = owner) => t.as(who.token)(admin.readFlagged, params())
const clear = () => t.as(owner.token)(admin.clearStudent, params())
const answer = (appealId: string, who = support) =>
  t.as(who.token)(admin.answerAppeal, {
    params: { appealId },
    body: { outcome: 'upheld', text: 'Please come and see us.' },
  })
const readHold = async () => (await t.as(student.token)(readOwnHold, {})).hold
const remove = ({ id }: MadeAdmin) => t.as(owner.token)(endAccess, { params: { adminId: id } })

describe('an answer to an appeal', () => {
  const theAnswer = { outcome: 'upheld', text: 'Please come and see us.' }

  it('is kept when the student is cleared later', async () => {
    await answer(await makeAppeal(t, student, owner))
    await clear()
    expect((await read()).appeals).toMatchObject([{ answer: theAnswer, answeredBy: support.username }])
  })

  it('is kept when the admin who placed the hold later disqualifies the student', async () => {
    await answer(await makeAppeal(t, student, owner))
    const body = { reason: 'second-account' as const, text: 'Two accounts.' }
    await t.as(owner.token)(admin.disqualifyFlagged, { ...params(), body })
    expect((await read()).appeals).toMatchObject([{ answer: theAnswer, answeredBy: support.username }])
  })

  it('may be sent again, but not with a different text', async () => {
    const id = await makeAppeal(t, student, owner)
    await answer(id)
    await answer(id)
    const body = { outcome: 'upheld' as const, text: 'Please write to us.' }
    const again = t.as(support.token)(admin.answerAppeal, { params: { appealId: id }, body })
    expect((await refusal(again)).code).toBe('appeal_answered')
    expect((await read()).appeals).toMatchObject([{ answer: theAnswer }])
  })

  it('is refused for an appeal that does not exist', async () => {
    expect(await refusal(answer(randomUUID()))).toMatchObject({ status: 404 })
  })

  it('is stored once if two admins answer at once', async () => {
    const id = await makeAppeal(t, student, owner)
    const lifts = t.as(support.token)(admin.answerAppeal, {
      params: { appealId: id },
      body: { outcome: 'lifted', text: 'You are right.' },
    })
    const replies = await Promise.allSettled([lifts, answer(id)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a decision about one student', () => {
  it('changes no other student’s hold or appeal', async () => {
    const another = await makeStudent(t)
    const appealId = await makeAppeal(t, student, owner)
    expect((await t.as(another.token)(readOwnHold, {})).hold).toBeNull()
    const otherId = await makeAppeal(t, another, owner)
    await answer(appealId)
    await clear()
    expect((await t.as(another.token)(readOwnHold, {})).hold).toMatchObject({ appeal: { answer: null } })
    await answer(otherId)
  })
})

describe('the time by which an appeal must be answered', () => {
  it('is before a repeated draw of an earlier month, for its entrants', async () => {
    const [left, other] = [await makeStudent(t), await makeStudent(t)]
    for (const { username } of [student, left, other])
      await t.as(owner.token)(admin.holdStudent, { params: { username }, body: { reason: 'other' } })
    const drawsAt = new Date('2027-05-15T12:00:00Z')
    const { id: drawId } = await makeDraw(t, { month: '2025-01', studentIds: [student.id], drawsAt })
    const place = { drawId, ageCategory: '11-20' as const, position: 2, points: 10 }
    await t.app.db.insert(drawEntries).values({ ...place, studentId: left.id, leftOut: 'not-paid' })
    const dueAt = async ({ token }: MadeStudent) => {
      await t.as(token)(appealHold, { body: { text: 'I had seen it before.' } })
      return (await t.as(token)(readOwnHold, {})).hold?.appeal?.dueAt
    }
    const inSevenDays = new Date(t.app.clock.now().getTime() + APPEAL_DAYS * 24 * 3_600_000).toISOString()
    const chain = toChain(t.app.drand.chain)
    const beforeDraw = new Date(
      timeOfRound(chain, roundAt(chain, drawsAt)).getTime() - CHANGES_CLOSE_BEFORE_MS,
    ).toISOString()
    expect(await Promise.all([student, left, other].map(dueAt))).toEqual([beforeDraw, inSevenDays, inSevenDays])
  })
})

describe('a reminder about an appeal', () => {
  it('is mailed only to admins who may answer, and to nobody once there is an answer', async () => {
    const [content, removed] = [
      await makeAnotherAdmin(t, owner, 'content'),
      await makeAnotherAdmin(t, owner, 'support'),
    ]
    const appealId = await makeAppeal(t, student, owner)
    const dueAt = new Date(t.app.clock.now().getTime() + 47 * 3_600_000)
    await t.app.db.update(fairPlayAppeals).set({ dueAt }).where(eq(fairPlayAppeals.id, appealId))
    await remove(removed)
    await remindOfAppeals(t.app)
    // Even if it was queued before an admin lost access.
    for (const { id: adminId } of [content, removed, auditor]) await sendAppealReminder(t.app, { appealId, adminId })
    const subject = 'A student is waiting for an answer'
    for (const { email } of [owner, support]) await t.mails(email, subject)
    await waitFor(async () => {
      const { rows } = await t.owner.query(
        `select from pgboss.job where name = 'appeal-reminders' and state in ('created', 'retry', 'active')`,
      )
      expect(rows).toEqual([])
    })
    for (const { email } of [content, removed, auditor]) expect(await t.mails(email, subject, 0)).toEqual([])
    const before = await t.mails(owner.email, subject)
    await answer(appealId)
    await sendAppealReminder(t.app, { appealId, adminId: owner.id })
    expect(await t.mails(owner.email, subject)).toHaveLength(before.length)
  })
})

describe('the number of open appeals', () => {
  it('counts only those of students on hold', async () => {
    const count = async () => (await t.as(owner.token)(countOpenAppeals, {})).open
    const before = await count()
    await makeAppeal(t, student, owner)
    expect(await count()).toBe(before + 1)
    await t.app.db.update(students).set({ heldAt: null }).where(eq(students.id, student.id))
    expect(await count()).toBe(before)
  })
})

describe('closing a case', () => {
  it('leaves no ledger row if the student was never on hold', async () => {
    const quiz = await makeQuiz(t, { count: 1 })
    await quizCalls((token) => t.as(token)).answer(student, quiz, 0, 'right')
    const flag = { studentId: student.id, kind: 'fast' as const, facts: {}, at: t.app.clock.now() }
    await t.app.db.insert(fairPlayFlags).values(flag)
    await clear()
    const lines = await quizRows(() => t).loadPointsLedger(student)
    expect(lines.map(({ reason }) => reason)).not.toContain('released')
  })

  it('shows the student no hold, even if the case ends in a disqualification', async () => {
    await makeAppeal(t, student, owner)
    await t.app.db.update(students).set({ disqualifiedAt: t.app.clock.now() }).where(eq(students.id, student.id))
    expect(await readHold()).toBeNull()
  })
})

// Must be last: it leaves the clock a week later, with nobody logged in.
describe('an appeal that only the admin who placed the hold can still answer', () => {
  it('G-11 can be answered by that admin a week after the others lost the right, but not by an admin who got it later', async () => {
    const id = await makeAppeal(t, student, owner)
    t.app.clock.advance(1_000)
    const later = await makeAnotherAdmin(t, owner, 'support')
    expect((await read()).appeals).toMatchObject([{ canAnswer: false }])
    expect((await read(auditor)).appeals).toMatchObject([{ canAnswer: false }])
    expect((await refusal(answer(id, owner))).code).toBe('own_decision')
    expect((await read(support)).appeals).toMatchObject([{ canAnswer: true }])
    await remove(support)
    expect(await refusal(answer(id, owner))).toMatchObject({
      code: 'own_decision',
      message: expect.stringContaining('you can decide alone from'),
    })
    t.app.clock.advance(7 * 86_400_000)
    for (const one of [owner, later]) one.token = await logInAgain(t, one)
    expect((await read(later)).appeals).toMatchObject([{ canAnswer: false }])
    expect((await refusal(answer(id, later))).code).toBe('not_among_deciders')
    expect((await read()).appeals).toMatchObject([{ canAnswer: true }])
    await answer(id, owner)
    expect((await read()).appeals).toMatchObject([{ canAnswer: false }])
  })
})
