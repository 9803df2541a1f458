// Changes waiting for a second admin: to draws, and to students in open draws.
import { count, desc, eq, inArray } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import { proposalEnds, proposalKinds } from '../rules.ts'
import { drawEvents, entrantProposals } from '../tables.ts'
import { isOpenProposal } from './entrant-changes.ts'

/** Returns the number of draws with a proposal that nobody has agreed to yet. */
export async function countDrawProposals(app: App): Promise<number> {
  const last = app.db
    .selectDistinctOn([drawEvents.drawId], { kind: drawEvents.kind })
    .from(drawEvents)
    .where(inArray(drawEvents.kind, [...proposalKinds, ...proposalEnds]))
    .orderBy(drawEvents.drawId, desc(drawEvents.seq))
    .as('last')
  const [row] = await app.db
    .select({ count: count() })
    .from(last)
    .where(inArray(last.kind, [...proposalKinds]))
  return row?.count ?? 0
}

/** Lists the students with proposals that an admin can still agree to, oldest proposal first. */
export async function listStudentsWithProposals(app: App): Promise<{ username: string; count: number }[]> {
  const rows = await app.db
    .select({ proposal: entrantProposals, username: students.username })
    .from(entrantProposals)
    .innerJoin(students, eq(students.id, entrantProposals.studentId))
    .orderBy(entrantProposals.at, entrantProposals.id)
  const found: { username: string; count: number }[] = []
  for (const { proposal, username } of rows) if (await isOpenProposal(app, proposal)) found.push({ username, count: 1 })
  return found
}
