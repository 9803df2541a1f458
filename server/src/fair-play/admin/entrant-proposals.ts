// Changes to a student in an open draw that another admin has to agree to.
import type { EntrantChange } from '@baobab/contract/scholarship/draw/list.ts'
import type { EntrantProposal as Shown } from '@baobab/contract/fair-play/admin.ts'
import { agreeToEntrantProposal as agreeEndpoint } from '@baobab/contract/fair-play/admin.ts'
import type { HoldReason } from '@baobab/contract/fair-play/endpoints.ts'
import { isAllowed } from '@baobab/contract/accounts/rules.ts'
import { eq } from 'drizzle-orm'
import { findStudentById } from '../../accounts/queries.ts'
import { admins } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { canAgreeToChange, findEntrantProposal } from '../../scholarship/admin/entrant-changes.ts'
import { entrantProposals } from '../../scholarship/tables.ts'
import { disqualifyStudent, restoreStudent } from '../disqualify-student.ts'
import { clearStudent, disqualifyFlagged, holdStudent } from './decide.ts'

/** Makes the change that another admin proposed. */
export async function agreeToEntrantProposal(app: App, who: AdminUser, id: string): Promise<void> {
  const { studentId, change, ...proposal } = await findEntrantProposal(app.db, id)
  const { username } = (await findStudentById(app.db, studentId)) ?? fail('not_found')
  const [reason, text] = [proposal.reason as HoldReason | null, proposal.text ?? '']
  const options = { agreesTo: id }
  const changes: Record<EntrantChange, () => Promise<boolean>> = {
    held: () => holdStudent(app, who, { username, reason: reason ?? 'other' }, options),
    released: () => clearStudent(app, who, username, { ...options, answer: proposal.text ?? undefined }),
    restored: () => restoreStudent(app, who, { username, reason: text }, options),
    disqualified: () =>
      reason
        ? disqualifyFlagged(app, who, { username, reason, text }, options)
        : disqualifyStudent(app, who, { username, reason: text }, options),
  }
  const isDone = await changes[change]()
  if (!isDone) fail('own_proposal')
}

/** Returns the proposal about a student, if any. */
export async function readEntrantProposal(app: App, who: AdminUser, studentId: string): Promise<Shown | null> {
  const [found] = await app.db
    .select({ proposal: entrantProposals, proposedBy: admins.username })
    .from(entrantProposals)
    .innerJoin(admins, eq(admins.id, entrantProposals.proposedBy))
    .where(eq(entrantProposals.studentId, studentId))
  if (!found) return null
  const { proposal, proposedBy } = found
  const mayAgree = await canAgreeToChange(app, who, proposal)
  if (mayAgree === undefined) return null
  const { id: _id, change, reason, text, at } = proposal
  return {
    _id,
    change,
    reason: reason as HoldReason | null,
    text,
    proposedBy,
    at: at.toISOString(),
    canAgree: isAllowed(agreeEndpoint.who, who.roles) && mayAgree,
  }
}
