import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  agreeToBirth,
  correctableFields,
  SHOWN_CORRECTIONS,
  type BirthProposal,
  type listOwnCorrections as listOwnEndpoint,
  type MadeCorrection,
} from '@baobab/contract/students/corrections.ts'
import { desc, eq } from 'drizzle-orm'
import { canAgree } from '../../accounts/admin/rules.ts'
import { ruleOnMatter } from '../../accounts/admin/two-admins.ts'
import type { StudentRow } from '../../accounts/queries.ts'
import { studentCorrections } from '../../accounts/correction-tables.ts'
import { maskEmail } from '../../accounts/rules.ts'
import { admins, students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser, StudentUser } from '../../platform/http/auth.ts'
import { birthProposals } from '../correction-tables.ts'
import { readEmailChange } from '../email-change/queries.ts'

/** Lists the corrections of a student, newest first. */
export async function listCorrections(app: Pick<App, 'db'>, student: StudentRow): Promise<MadeCorrection[]> {
  const rows = await app.db
    .select({ correction: studentCorrections, by: admins.username })
    .from(studentCorrections)
    .innerJoin(admins, eq(admins.id, studentCorrections.adminId))
    .where(eq(studentCorrections.studentId, student.id))
    .orderBy(desc(studentCorrections.at), desc(studentCorrections.id))
  const seen = new Set<string>()
  return rows.map(({ correction: { id: _id, field, oldValue, newValue, reason, at }, by }) => {
    const isNewest = !seen.has(field)
    seen.add(field)
    const correctable = correctableFields.find((one) => one === field)
    const canUndo = isNewest && correctable !== undefined && student[correctable] === newValue
    return { _id, field, oldValue, newValue, reason, by, at: at.toISOString(), canUndo }
  })
}

/** Returns the date of birth that waits for another admin, if any. */
export async function readBirthProposal(app: App, who: AdminUser, studentId: string): Promise<BirthProposal | null> {
  const [found] = await app.db
    .select({ proposal: birthProposals, by: admins.username })
    .from(birthProposals)
    .innerJoin(admins, eq(admins.id, birthProposals.adminId))
    .where(eq(birthProposals.studentId, studentId))
  if (!found) return null
  const { id: _id, birth, reason, at, adminId } = found.proposal
  const ruling = await ruleOnMatter(app, app.db, who, { began: at, decidedBy: agreeToBirth })
  const mayAgree = isAllowed(agreeToBirth.who, who.roles) && canAgree(ruling, adminId === who.id)
  return { _id, birth, reason, by: found.by, at: at.toISOString(), canAgree: mayAgree }
}

/** Lists the students whose date of birth waits for another admin, oldest proposal first. */
export async function listBirthProposals(app: Pick<App, 'db'>): Promise<{ username: string; count: number }[]> {
  const rows = await app.db
    .select({ username: students.username })
    .from(birthProposals)
    .innerJoin(students, eq(students.id, birthProposals.studentId))
    .orderBy(birthProposals.at, birthProposals.id)
  return rows.map(({ username }) => ({ username, count: 1 }))
}

/**
 * Lists what admins changed in the caller's own data, and the email that waits for its new owner. That email and a guardian's
 * address are masked, because they may belong to another person.
 */
export async function listOwnCorrections(
  app: Pick<App, 'db' | 'clock'>,
  who: StudentUser,
): Promise<ReplyOf<typeof listOwnEndpoint>> {
  const rows = await app.db
    .select()
    .from(studentCorrections)
    .where(eq(studentCorrections.studentId, who.id))
    .orderBy(desc(studentCorrections.at), desc(studentCorrections.id))
    .limit(SHOWN_CORRECTIONS)
  const change = await readEmailChange(app, who.id)
  return {
    corrections: rows.map(({ field, newValue, at }) => ({
      field,
      newValue: field === 'guardianEmail' && newValue !== null ? maskEmail(newValue) : newValue,
      at: at.toISOString(),
    })),
    emailChange:
      change && change.refusedAt === null ? { email: maskEmail(change.email), expiresAt: change.expiresAt } : null,
  }
}
