import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { expectScoresToAddUp } from '../../test/expect-scores.ts'
import { makeQuiz, makeStudent, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { students } from '../accounts/tables.ts'
import { removeFromLeaderboard } from './remove-from-leaderboard.ts'
import { leaderboardEntries, pointsLedger } from './tables.ts'
import { updateListing } from './update-listing.ts'

const t = await openTestApp()
const quiz = await makeQuiz(t, { ageCategory: '5-10' })
beforeEach(() => t.app.clock.set(NOON))
afterAll(() => expectScoresToAddUp(t))

const NOON = new Date('2026-06-14T12:00:00Z')
const DAY_MS = 86_400_000
const { start, answer } = quizCalls((token) => t.as(token))

/** Creates a student with 20 points who turns eleven on the given day, 15 June 2026 by default. */
async function makeEntry(birth = '2015-06-15'): Promise<MadeStudent> {
  const student = await makeStudent(t, { birth })
  for (const n of [0, 1]) await answer(student, quiz, n, 'right')
  return student
}
const loadEntry = async ({ id }: MadeStudent) => {
  const [entry] = await t.app.db.select().from(leaderboardEntries).where(eq(leaderboardEntries.studentId, id))
  if (!entry) throw new Error('no entry')
  return entry
}
const isListed = async (student: MadeStudent) => (await loadEntry(student)).isListed
/** Updates the entries with a stopped clock. */
async function updateAt(now: Date): Promise<void> {
  await updateListing({ ...t.app, clock: { ...t.app.clock, now: () => now } })
}
const readReasons = async (student: MadeStudent) => {
  const { id } = await loadEntry(student)
  const lines = await t.app.db.select().from(pointsLedger).where(eq(pointsLedger.entryId, id)).orderBy(pointsLedger.seq)
  return lines.map(({ reason }) => reason)
}

describe('a category’s leaderboard', () => {
  it.each([
    ['2026-06-14T22:59:59.999Z', true],
    ['2026-06-14T23:00:00.000Z', false],
    ['2034-01-01T00:00:00.000Z', false],
  ])('at %s lists a student who turns eleven on 15 June 2026 in Lagos: %s', async (now, expected) => {
    const student = await makeEntry()
    await updateAt(new Date(now))
    expect(await isListed(student)).toBe(expected)
  })

  it('lists a student removed on a wrong date again, with the same score and rank', async () => {
    const [student, other] = [await makeEntry(), await makeEntry('2015-06-16')]
    const before = [await loadEntry(student), await loadEntry(other)]
    await updateAt(new Date('2034-01-01T00:00:00Z'))
    expect([await isListed(student), await isListed(other)]).toEqual([false, false])
    await updateAt(NOON)
    expect([await loadEntry(student), await loadEntry(other)]).toEqual(before)
    expect(await readReasons(student)).toEqual(['first-answer', 'answer', 'left-category', 'returned'])
    await updateListing(t.app)
    expect(await readReasons(student)).toHaveLength(4)
  })

  it('lists a student whose first answer was on a wrong date', async () => {
    const student = await makeStudent(t, { birth: '2015-06-15' })
    t.app.clock.set(new Date('2026-06-14T22:59:30Z'))
    await start(student, quiz)
    t.app.clock.advance(60_000)
    await answer(student, quiz, 0, 'right')
    expect(await isListed(student)).toBe(false)
    await updateAt(NOON)
    expect(await isListed(student)).toBe(true)
  })

  it.each([{ disqualifiedAt: NOON }, { erasedAt: NOON }])('does not relist a student with %j', async (change) => {
    const student = await makeEntry()
    await updateAt(new Date('2034-01-01T00:00:00Z'))
    await t.app.db.update(students).set(change).where(eq(students.id, student.id))
    await updateAt(NOON)
    expect(await isListed(student)).toBe(false)
  })

  it('does not relist an entry that was removed for another reason', async () => {
    const student = await makeEntry()
    const condition = sql`student_id = ${student.id}::uuid`
    await removeFromLeaderboard(t.app, t.app.db, { reason: 'erased', condition })
    await updateAt(NOON)
    expect(await isListed(student)).toBe(false)
  })

  it('relists an entry whose student was restored while in another category', async () => {
    const student = await makeEntry()
    const condition = sql`student_id = ${student.id}::uuid`
    await removeFromLeaderboard(t.app, t.app.db, { reason: 'disqualified', condition })
    await updateAt(NOON)
    expect(await isListed(student)).toBe(true)
  })

  it('does not list a child below five that a server of an earlier release has listed, until the birthday', async () => {
    const [student, older] = [await makeEntry(), await makeEntry('2021-06-14')]
    const listed = `with born as (update students set birth = $2 where id = $1)
      update standings set leaves_on = $3, stands = true where student_id = $1`
    await t.owner.query(listed, [student.id, '2021-06-15', '2032-06-15'])
    await updateAt(NOON)
    expect([await isListed(student), await isListed(older)]).toEqual([false, true])
    expect(await readReasons(student)).toEqual(['first-answer', 'answer', 'left-category'])
    await updateAt(new Date('2026-06-15T12:00:00Z'))
    expect(await isListed(student)).toBe(true)
    await t.owner.query('update students set birth = $2 where id = $1', [student.id, '2015-06-15'])
  })

  it('is the same after any series of right or wrong dates: the students who have not had their birthday', async () => {
    const births = ['2015-06-15', '2015-06-16', '2015-12-31', '2016-01-01', '2016-02-29']
    const made: MadeStudent[] = []
    for (const birth of births) made.push(await makeEntry(birth))
    const midnights = fc.date({ min: new Date('2026-06-10'), max: new Date('2027-06-20'), noInvalidDate: true })
    const instants = fc
      .tuple(midnights, fc.constantFrom(-1, 0, 1))
      .map(([day, ms]) => new Date(Math.floor(day.getTime() / DAY_MS) * DAY_MS - 3_600_000 + ms))
    const series = fc.asyncProperty(fc.array(instants, { minLength: 1, maxLength: 4 }), async (dates) => {
      for (const date of dates) await updateAt(date)
      const today = lagosDate(dates.at(-1) ?? NOON)
      for (const student of made) {
        const { isListed, leavesOn, score } = await loadEntry(student)
        expect([leavesOn, isListed, score]).toEqual([leavesOn, today < leavesOn, 20])
      }
    })
    await fc.assert(series, { numRuns: 25 })
  })
})
