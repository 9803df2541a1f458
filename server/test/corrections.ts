// Creates what waits for an answer about a student: a date of birth, an email and another guardian.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { guardianChanges } from '../src/accounts/correction-tables.ts'
import { students } from '../src/accounts/tables.ts'
import { hashToken } from '../src/platform/security/tokens.ts'
import { birthProposals, emailChanges } from '../src/students/correction-tables.ts'
import { deriveConfirmToken, deriveRefuseToken } from '../src/students/email-change/tokens.ts'
import { unique } from './factories.ts'
import type { TestApp } from './harness.ts'

type Ids = { student: { id: string }; admin: { id: string } }

/** Creates a date of birth that an admin proposed. @returns its id */
export async function makeBirthProposal(t: TestApp, { student, admin }: Ids): Promise<string> {
  const [row] = await t.app.db.select().from(students).where(eq(students.id, student.id))
  const values = { studentId: student.id, adminId: admin.id, oldBirth: row?.birth ?? '', birth: '2013-04-05' }
  const [proposal] = await t.app.db
    .insert(birthProposals)
    .values({ ...values, reason: 'Her mother wrote to us.', at: t.app.clock.now() })
    .returning()
  return proposal?.id ?? ''
}

/** Creates a change of a student's email that nobody has confirmed, and returns the tokens of its links. */
export async function makeEmailChange(t: TestApp, { student, admin }: Ids, email = `${unique()}@new.example`) {
  const id = randomUUID()
  const [confirmToken, refuseToken] = [deriveConfirmToken(t.app, id), deriveRefuseToken(t.app, id)]
  const now = t.app.clock.now()
  await t.app.db.insert(emailChanges).values({
    id,
    studentId: student.id,
    adminId: admin.id,
    email,
    reason: 'Her mother wrote to us.',
    confirmTokenHash: hashToken(confirmToken),
    refuseTokenHash: hashToken(refuseToken),
    madeAt: now,
    expiresAt: new Date(now.getTime() + 72 * 3_600_000),
  })
  return { email, confirmToken, refuseToken }
}

/** Gives a student a guardian who agreed, and names another who has not answered. */
export async function makeGuardianChange(t: TestApp, { student, admin }: Ids): Promise<void> {
  const at = t.app.clock.now()
  const agreed = { guardianEmail: `${unique()}@home.example`, guardianAgreedAt: at, consentId: randomUUID() }
  await t.app.db.update(students).set(agreed).where(eq(students.id, student.id))
  const values = { studentId: student.id, adminId: admin.id, guardianEmail: `${unique()}@home.example` }
  await t.app.db.insert(guardianChanges).values({ ...values, reason: 'Her mother wrote to us.', at })
}
