// Corrections of the date of birth: the effect on leaderboards, draws and running quizzes, and the second admin.
import { ageCategories, ageCategoryAt, lagosDate, leavesCategoryOn } from '@baobab/contract/accounts/rules.ts'
import { logInStudent } from '@baobab/contract/accounts/endpoints.ts'
import { listFriends } from '@baobab/contract/friends/endpoints.ts'
import { overview } from '@baobab/contract/metrics/endpoints.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import * as contract from '@baobab/contract/students/corrections.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDraw } from '../../../test/draws.ts'
import { expectScoresToAddUp } from '../../../test/expect-scores.ts'
import {
  makeAdmin,
  makeAnotherAdmin,
  makeQuiz,
  makeStudent,
  PASSWORD,
  stayReauthenticated,
  type MadeAdmin,
  type MadeStudent,
} from '../../../test/factories.ts'
import { openTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { quizCalls } from '../../../test/take-quiz.ts'
import { students } from '../../accounts/tables.ts'
import { leaderboardEntries, pointsLedger } from '../../leaderboard/tables.ts'
import { updateListing } from '../../leaderboard/update-listing.ts'
import { drawEntries, scholarshipStart } from '../../scholarship/tables.ts'
import { birthProposals } from '../correction-tables.ts'

const NOON = new Date('2026-06-14T12:00:00Z')
const NEXT_MONTH = new Date('2026-07-14T12:00:00Z')
const [TEEN, CHILD] = ['2012-05-01', '2018-05-01']

let owner: MadeAdmin
let support: MadeAdmin
let content: MadeAdmin
const t = await openTestApp({ GUARDIAN_CONSENT: 'under-13' })
beforeAll(async () => {
  t.app.clock.set(new Date('2026-06-01T12:00:00Z'))
  owner = await makeAdmin(t)
  support = await makeAnotherAdmin(t, owner, 'support')
  content = await makeAnotherAdmin(t, owner, 'content')
  await t.app.db.execute("update sessions set expires_at = '2100-01-01'")
  await stayReauthenticated(t)
})
beforeEach(() => t.app.clock.set(NOON))
afterAll(() => expectScoresToAddUp(t))

const teenQuiz = await makeQuiz(t, { ageCategory: '11-20' })
const { start, answer } = quizCalls((token) => t.as(token))

const params = ({ username }: MadeStudent) => ({ username })
const correct = (student: MadeStudent, [from, to]: readonly [string, string], who = support) =>
  t.as(who.token)(contract.correctStudent, {
    params: params(student),
    body: { birth: to, seen: { birth: from }, reason: 'Her mother wrote to us.' },
  })
const preview = (student: MadeStudent, birth: string) =>
  t.as(support.token)(contract.previewBirth, { params: params(student), query: { birth } })
const details = (student: MadeStudent, who = owner) => t.as(who.token)(studentDetails, { params: params(student) })
const entriesOf = async ({ id }: MadeStudent) =>
  (
    await t.app.db
      .select()
      .from(leaderboardEntries)
      .where(eq(leaderboardEntries.studentId, id))
      .orderBy(asc(leaderboardEntries.ageCategory))
  ).map(({ ageCategory, score, isListed, leavesOn }) => ({ ageCategory, score, isListed, leavesOn }))
const reasonsOf = async ({ id }: MadeStudent) =>
  (await t.app.db.select().from(pointsLedger).where(eq(pointsLedger.studentId, id)).orderBy(asc(pointsLedger.seq))).map(
    ({ reason }) => reason,
  )
const birthOf = async ({ id }: MadeStudent) =>
  (await t.app.db.select().from(students).where(eq(students.id, id)))[0]?.birth

/** Creates a student with points in 11-20, earned now. */
async function makeTeen(birth = TEEN): Promise<MadeStudent> {
  const student = await makeStudent(t, { birth })
  await answer(student, teenQuiz, 0, 'right')
  return student
}

/** Creates a student whose points are from last month, so that one admin decides. */
async function makeOldTeen(): Promise<MadeStudent> {
  t.app.clock.set(NOON)
  const student = await makeTeen()
  t.app.clock.set(NEXT_MONTH)
  await t.app.db.execute("update sessions set expires_at = '2100-01-01'")
  return student
}

describe('a correction by one admin', () => {
  it('within the same category moves only the day on which the entry leaves', async () => {
    const student = await makeTeen()
    expect(await preview(student, '2013-02-28')).toMatchObject({
      before: '11-20',
      after: '11-20',
      needsSecondAdmin: false,
    })
    expect(await correct(student, [TEEN, '2013-02-28'])).toMatchObject({ outcome: 'corrected' })
    expect(await entriesOf(student)).toMatchObject([{ isListed: true, score: 10, leavesOn: '2034-02-28' }])
    expect(await reasonsOf(student)).toEqual(['first-answer'])
  })

  it('takes the student off a board without points of this month, and back when it is undone', async () => {
    const student = await makeOldTeen()
    expect(await preview(student, CHILD)).toEqual({
      before: '11-20',
      after: '5-10',
      age: 8,
      entries: [{ ageCategory: '11-20', score: 10, isListed: true, willBeListed: false }],
      asksGuardian: true,
      hasRunningQuiz: false,
      hasUnpaidPrize: false,
      needsSecondAdmin: false,
    })
    await correct(student, [TEEN, CHILD])
    expect(await entriesOf(student)).toMatchObject([{ ageCategory: '11-20', score: 10, isListed: false }])
    await updateListing(t.app)
    expect(await entriesOf(student)).toMatchObject([{ isListed: false }])
    await correct(student, [CHILD, TEEN])
    expect(await entriesOf(student)).toMatchObject([{ score: 10, isListed: true }])
    expect(await reasonsOf(student)).toEqual(['first-answer', 'left-category', 'returned'])
  })

  it('keeps a student under five off the board of the younger category until the fifth birthday', async () => {
    t.app.clock.set(NOON)
    const younger = await makeQuiz(t, { ageCategory: '5-10' })
    const student = await makeStudent(t, { birth: TEEN })
    await t.app.db.update(students).set({ birth: CHILD, guardianAgreedAt: NOON }).where(eq(students.id, student.id))
    await answer(student, younger, 0, 'right')
    t.app.clock.set(NEXT_MONTH)
    await t.app.db.execute("update sessions set expires_at = '2100-01-01'")
    await correct(student, [CHILD, '2022-02-28'])
    await updateListing(t.app)
    expect(await entriesOf(student)).toMatchObject([{ isListed: false, leavesOn: '2033-02-28' }])
    const birthday = { ...t.app, clock: { ...t.app.clock, now: () => new Date('2027-02-27T23:00:00Z') } }
    await updateListing(birthday)
    expect(await entriesOf(student)).toMatchObject([{ isListed: true }])
    await updateListing(t.app)
  })

  it('logs the student out until a guardian agrees, if the new date needs one', async () => {
    const student = await makeOldTeen()
    await correct(student, [TEEN, CHILD])
    const refused = await refusal(t.as()(logInStudent, { body: { email: student.email, password: PASSWORD } }))
    expect(refused).toMatchObject({ status: 403, code: 'consent_needed' })
    await correct(student, [CHILD, TEEN])
    const { authToken } = await t.as()(logInStudent, { body: { email: student.email, password: PASSWORD } })
    expect(authToken).toBeTruthy()
    expect(await t.as(authToken)(listFriends, {})).toMatchObject({ friends: [] })
  })

  it('waits while the list of the month that closed is being made', async () => {
    const student = await makeOldTeen()
    const [first] = await t.app.db.select().from(scholarshipStart)
    t.app.clock.set(new Date(monthCloses(first?.month ?? '').closesAt.getTime() + 5 * 60_000))
    expect(await refusal(correct(student, [TEEN, CHILD]))).toMatchObject({ status: 409, code: 'month_closing' })
    expect(await birthOf(student)).toBe(TEEN)
  })
})

describe('a correction that moves points of this month', () => {
  it('waits for a second admin, and then moves the student', async () => {
    const student = await makeTeen()
    expect(await correct(student, [TEEN, CHILD])).toEqual({
      message: 'Another admin has to approve the new date of birth.',
      outcome: 'proposed',
    })
    expect(await birthOf(student)).toBe(TEEN)
    const { attention } = await t.as(owner.token)(overview, {})
    expect(attention).toContainEqual({ kind: 'birth-proposals', count: 1, username: student.username })
    const own = (await details(student, support)).birthProposal
    expect(own).toMatchObject({ birth: CHILD, by: support.username, canAgree: false })
    const input = { params: { ...params(student), birthProposalId: own?._id ?? '' } }
    expect(await refusal(t.as(support.token)(contract.agreeToBirth, input))).toMatchObject({ code: 'own_proposal' })
    expect(await refusal(t.as(content.token)(contract.agreeToBirth, input))).toMatchObject({ status: 403 })
    expect((await details(student)).birthProposal?.canAgree).toBe(true)
    await t.as(owner.token)(contract.agreeToBirth, input)
    expect(await birthOf(student)).toBe(CHILD)
    expect(await entriesOf(student)).toMatchObject([{ ageCategory: '11-20', score: 10, isListed: false }])
    expect(await refusal(t.as(owner.token)(contract.agreeToBirth, input))).toMatchObject({ status: 404 })
    expect((await details(student)).corrections).toMatchObject([{ field: 'birth', by: owner.username }])
  })

  it('can be withdrawn, and is refused once the date has changed', async () => {
    const student = await makeTeen()
    await correct(student, [TEEN, CHILD])
    expect(await refusal(correct(student, [TEEN, '2019-01-01'], owner))).toMatchObject({
      code: 'already_proposed',
      message: 'Another date of birth is already waiting for approval.',
    })
    const first = (await details(student)).birthProposal?._id ?? ''
    const input = { params: { ...params(student), birthProposalId: first } }
    const withdraw = () => t.as(support.token)(contract.withdrawBirth, input)
    expect(await withdraw()).toEqual({ message: 'The proposal has been withdrawn.' })
    expect(await refusal(withdraw())).toMatchObject({ status: 404 })
    await correct(student, [TEEN, CHILD])
    const birthProposalId = (await details(student)).birthProposal?._id ?? ''
    await t.app.db.update(students).set({ birth: '2011-01-01' }).where(eq(students.id, student.id))
    const agreed = t.as(owner.token)(contract.agreeToBirth, { params: { ...params(student), birthProposalId } })
    expect(await refusal(agreed)).toMatchObject({ code: 'changed_meanwhile' })
    await t.app.db.delete(birthProposals)
  })

  it('two admins who agree at the same time move the student once', async () => {
    const student = await makeTeen()
    await correct(student, [TEEN, CHILD])
    const birthProposalId = (await details(student)).birthProposal?._id ?? ''
    const agree = () => t.as(owner.token)(contract.agreeToBirth, { params: { ...params(student), birthProposalId } })
    const results = await Promise.allSettled([agree(), agree()])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await reasonsOf(student)).toEqual(['first-answer', 'left-category'])
  })
})

describe('what a correction leaves as it is', () => {
  it('a running quiz keeps its category, and its first answer lists nobody on a second board', async () => {
    t.app.clock.set(NOON)
    const student = await makeStudent(t, { birth: '2013-01-01' })
    const slow = await makeQuiz(t, { ageCategory: '11-20' })
    await start(student, slow)
    expect((await preview(student, '2015-06-15')).hasRunningQuiz).toBe(true)
    await t.app.db.update(students).set({ guardianAgreedAt: NOON }).where(eq(students.id, student.id))
    await correct(student, ['2013-01-01', '2015-06-15'])
    await answer(student, slow, 0, 'right')
    expect(await entriesOf(student)).toEqual([
      { ageCategory: '11-20', score: 10, isListed: false, leavesOn: '2036-06-15' },
    ])
  })

  it('the frozen list of a draw', async () => {
    const student = await makeOldTeen()
    await makeDraw(t, { month: '2026-05', studentIds: [student.id] })
    const list = () => t.app.db.select().from(drawEntries).where(eq(drawEntries.studentId, student.id))
    const before = await list()
    expect(before).toHaveLength(1)
    await correct(student, [TEEN, CHILD])
    expect(await list()).toEqual(before)
  })
})

it('is right for any two dates: only the board of today’s category, and the same days as everywhere', async () => {
  t.app.clock.set(NEXT_MONTH)
  const student = await makeStudent(t, { birth: TEEN })
  await t.app.db.update(students).set({ guardianAgreedAt: NOON }).where(eq(students.id, student.id))
  for (const ageCategory of ageCategories)
    await t.app.db.execute(
      `insert into standings (student_id, age_category, reached_at, leaves_on, stands)
       values ('${student.id}', '${ageCategory}', now(), '2033-05-01', false)`,
    )
  const leap = fc.constantFrom('2004-02-29', '2008-02-29', '2012-02-29', '2016-02-29', '2020-02-29')
  const birthday = fc.integer({ min: 0, max: 25 }).map((years) => `${2026 - years}-07-14`)
  const any = fc.date({ min: new Date('2000-01-01'), max: new Date('2026-07-14'), noInvalidDate: true }).map(lagosDate)
  await fc.assert(
    fc.asyncProperty(fc.oneof(any, leap, birthday), async (birth) => {
      await correct(student, [(await birthOf(student)) ?? '', birth])
      expect(await entriesOf(student)).toEqual(
        ageCategories
          .toSorted()
          .map((ageCategory) => ({
            ageCategory,
            score: 0,
            isListed: ageCategoryAt(birth, NEXT_MONTH) === ageCategory,
            leavesOn: leavesCategoryOn(birth, ageCategory),
          }))
          .toSorted((a, b) => a.ageCategory.localeCompare(b.ageCategory)),
      )
    }),
    { numRuns: 40 },
  )
  await t.app.db.delete(leaderboardEntries).where(eq(leaderboardEntries.studentId, student.id))
})
