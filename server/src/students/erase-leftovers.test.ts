// What servers of the previous release leave when they erase an account.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeBirthProposal, makeEmailChange, makeGuardianChange } from '../../test/corrections.ts'
import { makeAdmin, makeStudent, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { guardianChanges, studentCorrections } from '../accounts/correction-tables.ts'
import { students } from '../accounts/tables.ts'
import { pointsAdjustments } from '../leaderboard/tables.ts'
import { birthProposals, emailChanges, guardianMessages } from './correction-tables.ts'
import { eraseLeftovers } from './erase-leftovers.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const tables = [studentCorrections, guardianChanges, birthProposals, emailChanges, guardianMessages]

async function makeCorrected(): Promise<MadeStudent> {
  const student = await makeStudent(t)
  const [at, reason] = [t.app.clock.now(), 'Her mother wrote to us.']
  const ofBoth = { studentId: student.id, adminId: admin.id, at }
  for (const make of [makeBirthProposal, makeEmailChange, makeGuardianChange]) await make(t, { student, admin })
  await t.app.db.insert(studentCorrections).values({ ...ofBoth, reason, field: 'address', oldValue: 'Kano' })
  await t.app.db.insert(guardianMessages).values({ ...ofBoth, email: 'g@home.example', subject: 'Hi', text: 'Hello' })
  const adjustment = { studentId: student.id, ageCategory: '11-20' as const, amount: 10, reason, proposedAt: at }
  await t.app.db.insert(pointsAdjustments).values({ ...adjustment, key: randomUUID(), proposedBy: admin.id })
  return student
}

const count = ({ id }: MadeStudent) =>
  Promise.all(tables.map((table) => t.app.db.$count(table, eq(table.studentId, id))))
const adjustmentOf = async ({ id }: MadeStudent) =>
  (await t.app.db.select().from(pointsAdjustments).where(eq(pointsAdjustments.studentId, id)))[0]

it('is erased later, and what belongs to open and merged accounts stays', async () => {
  const [open, merged, erased] = [await makeCorrected(), await makeCorrected(), await makeCorrected()]
  const change = (of: MadeStudent, values: Partial<typeof students.$inferInsert>) =>
    t.app.db.update(students).set(values).where(eq(students.id, of.id))
  await change(merged, { erasedAt: t.app.clock.now(), mergedIntoId: open.id })
  await change(erased, { erasedAt: t.app.clock.now() })
  await eraseLeftovers(t.app)
  for (const kept of [open, merged]) {
    expect(await count(kept)).toEqual([1, 1, 1, 1, 1])
    expect(await adjustmentOf(kept)).toMatchObject({ reason: 'Her mother wrote to us.', decision: null })
  }
  expect(await count(erased)).toEqual([0, 0, 0, 0, 0])
  expect(await adjustmentOf(erased)).toMatchObject({ reason: '', decision: 'withdrawn', amount: 10 })
})
