import { ageCategoryAt, leavesCategoryOn, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { StudentRow } from '../accounts/queries.ts'
import type { Tx } from '../platform/database/database.ts'
import { leaderboardEntries, pointsLedger } from './tables.ts'

type NewEntry = {
  student: Pick<StudentRow, 'id' | 'birth' | 'disqualifiedAt'>
  ageCategory: AgeCategory
  reachedAt: Date
  at: Date
}

/** Creates the entry, without points, of a student who has not answered anything in a category. The caller has locked the student. */
export async function createEntry(
  tx: Tx,
  { student, ageCategory, reachedAt, at }: NewEntry,
): Promise<typeof leaderboardEntries.$inferSelect> {
  const leavesOn = leavesCategoryOn(student.birth, ageCategory)
  const isListed = student.disqualifiedAt === null && ageCategoryAt(student.birth, at) === ageCategory
  const [entry] = await tx
    .insert(leaderboardEntries)
    .values({ studentId: student.id, ageCategory, reachedAt, leavesOn, isListed })
    .returning()
  if (!entry) throw new Error('the entry was not written')
  const line = {
    entryId: entry.id,
    studentId: student.id,
    ageCategory,
    delta: 0,
    scoreAfter: 0,
    wasListed: false,
    isListed,
    at,
  }
  await tx.insert(pointsLedger).values({ ...line, reason: 'first-answer' })
  return entry
}
