// Finds accounts that may belong to the same student. Each kind of match is found by an index, and only few rows are read for
// each, because many students may share a school's phone.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { Likeness, LikelyDuplicate, listDuplicates as endpoint } from '@baobab/contract/duplicates/endpoints.ts'
import { and, desc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { findStudentByUsername, type StudentRow } from '../accounts/queries.ts'
import { students } from '../accounts/tables.ts'
import { auditPageRead } from '../platform/audit/write-audit-line.ts'
import { hasAccessSql } from '../payments/queries.ts'
import { payments } from '../payments/tables.ts'
import type { App } from '../platform/app.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { toInternationalNumber } from '../platform/phone-numbers.ts'
import { explainMerged } from '../students/explain-merged.ts'
import { isNameAlike } from './rules.ts'

/** How many accounts are read for each kind of match, and how many are shown. */
const ROWS_READ = 30
/** About twenty in a hundred thousand students share a date of birth. */
const BIRTHS_READ = 500
const ROWS_SHOWN = 10

/** Lists accounts that may belong to a student, and those merged into it. Writes an audit line. */
export async function listDuplicates(app: App, who: AdminUser, username: string): Promise<ReplyOf<typeof endpoint>> {
  const student = await findStudentByUsername(app.db, username)
  if (!student) fail('not_found')
  if (student.erasedAt) fail('not_found', await explainMerged(app, student))
  await auditPageRead(app, { adminId: who.id, action: 'student.details_read', subject: student.id })
  const [duplicates, merged] = await Promise.all([findDuplicates(app, student), listMerged(app, student.id)])
  return { duplicates, merged }
}

type Candidate = Omit<LikelyDuplicate, 'alike'> & { id: string }

/** A kind of match, and the condition for finding its accounts with an index. */
type Search = {
  alike: Likeness
  condition: SQL
  limit?: number
  /** Checks what the index cannot decide. */
  isAlike?: (candidate: Candidate) => boolean
}

/** Lists the searches for accounts that may belong to a student. */
export function listSearches(student: StudentRow): Search[] {
  const { number, birth, guardianEmail, addressHash, username } = student
  const international = toInternationalNumber(number)
  // A number that has not been parsed yet is found as typed.
  const hasNumber = sql`(${students.number} = ${number} or ${students.internationalNumber} = ${international ?? null})`
  const isBorn = sql`${students.birth} = ${birth}`
  return [
    // A child whose guardian keeps the account has no number, as many others have none.
    ...(number === ''
      ? []
      : [
          // Students of the same age first, because so many may share a phone that not all of them are read.
          { alike: 'phone' as const, condition: sql`${hasNumber} and ${isBorn}` },
          { alike: 'phone' as const, condition: hasNumber },
        ]),
    ...(guardianEmail === null
      ? []
      : [
          {
            alike: 'guardian' as const,
            condition: sql`lower(${students.guardianEmail}) = lower(${guardianEmail}::text)`,
          },
        ]),
    { alike: 'payer', condition: hasSamePayer(student) },
    ...(addressHash === null
      ? []
      : [{ alike: 'mailbox' as const, condition: sql`${students.addressHash} = ${addressHash}` }]),
    {
      alike: 'name-and-birth',
      condition: isBorn,
      limit: BIRTHS_READ,
      isAlike: (candidate) => isNameAlike(candidate.username, username),
    },
  ]
}

async function findDuplicates(app: App, student: StudentRow): Promise<LikelyDuplicate[]> {
  const found = new Map<string, { candidate: Candidate; alike: Set<Likeness> }>()
  for (const { alike, isAlike = () => true, ...search } of listSearches(student)) {
    for (const candidate of (await selectCandidates(app, student, search)).map(toCandidate).filter(isAlike)) {
      const entry = found.get(candidate.id) ?? { candidate, alike: new Set() }
      entry.alike.add(alike)
      found.set(candidate.id, entry)
    }
  }
  const isBorn = ({ candidate }: { candidate: Candidate }) => Number(candidate.birth === student.birth)
  return [...found.values()]
    .toSorted((a, b) => b.alike.size - a.alike.size || isBorn(b) - isBorn(a))
    .slice(0, ROWS_SHOWN)
    .map(({ candidate, alike }) => ({ ...candidate, alike: [...alike] }))
}

/** Returns the SQL condition for accounts with payments made by someone who has also paid for this student. */
function hasSamePayer({ id }: StudentRow): SQL {
  return sql`${students.id} in (
    select other.student_id from ${payments} as own join ${payments} as other
      on lower(other.payer_email) = lower(own.payer_email) and other.payer_email is not null
    where own.student_id = ${id} and own.payer_email is not null and other.student_id <> own.student_id
    limit ${ROWS_READ})`
}

/** Builds a search query that excludes the student, closed accounts, and the other children of the student's guardian. */
export function selectCandidates(
  app: App,
  { id, guardianId }: StudentRow,
  { condition, limit = ROWS_READ }: Pick<Search, 'condition' | 'limit'>,
) {
  const hasOtherGuardian = guardianId === null ? undefined : sql`${students.guardianId} is distinct from ${guardianId}`
  return app.db
    .select({
      id: students.id,
      username: students.username,
      email: students.email,
      birth: students.birth,
      school: students.school,
      joined: students.createdAt,
      isPaid: sql<boolean>`${hasAccessSql(sql`students.id`)}`,
    })
    .from(students)
    .where(and(ne(students.id, id), isNull(students.erasedAt), hasOtherGuardian, condition))
    .limit(limit)
}

function toCandidate(row: Awaited<ReturnType<typeof selectCandidates>>[number]): Candidate {
  return { ...row, joined: row.joined.toISOString() }
}

async function listMerged(app: App, id: string): Promise<ReplyOf<typeof endpoint>['merged']> {
  const rows = await app.db
    .select()
    .from(students)
    .where(eq(students.mergedIntoId, id))
    .orderBy(desc(students.erasedAt))
  return rows.map(({ username, email, erasedAt, mergeReason }) => ({
    username,
    email,
    mergedAt: erasedAt?.toISOString() ?? '',
    reason: mergeReason ?? '',
  }))
}
