// What admins decide about a draw, two together where there are two: one proposes it, and another agrees.
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { lockMonth } from '../freeze-list.ts'
import { findDraw } from '../queries.ts'
import { findProposal, type DrawEventKind } from '../rules.ts'
import type { LoadedDraw } from '../run-draw.ts'
import { drawEvents } from '../tables.ts'

/** Runs an action on the draw of a month, alone among all servers. */
export async function onDraw<T>(
  app: App,
  month: string,
  action: (tx: Tx, loaded: LoadedDraw) => Promise<T>,
): Promise<T> {
  return app.db.transaction(async (tx) => {
    await lockMonth(tx, month)
    return action(tx, await findDraw({ ...app, db: tx }, month))
  })
}

type NewEvent = {
  who: AdminUser
  loaded: LoadedDraw
  kind: DrawEventKind
  attempt: number
  data: Record<string, unknown>
  /** What the audit log says; without it, the data. */
  details?: Record<string, string | number>
}

/** Appends an event of an admin, with its line in the audit log. */
export async function addEvent(app: App, tx: Tx, event: NewEvent): Promise<void> {
  const { who, loaded, kind, attempt, data } = event
  const { draw } = loaded
  await tx.insert(drawEvents).values({ drawId: draw.id, kind, attempt, data, adminId: who.id, at: app.clock.now() })
  const about = event.details ?? (data as Record<string, string | number>)
  const details = { month: draw.month, attempt, ...about }
  await writeAuditLine(app, tx, { adminId: who.id, action: `draw.${kind}`, subject: draw.id, details })
}

/** Returns another admin's proposal of a kind; else fails with `nothing_proposed` or `own_proposal`. */
export function requireProposal(
  { events }: LoadedDraw,
  { kind, who }: { kind: DrawEventKind; who: AdminUser },
): LoadedDraw['events'][number] {
  const proposal = findProposal(events)
  if (proposal?.kind !== kind) return fail('nothing_proposed')
  return proposal.adminId === who.id ? fail('own_proposal') : proposal
}

/** Ends a proposal without doing it. */
export async function withdrawProposal(app: App, who: AdminUser, month: string): Promise<void> {
  await onDraw(app, month, async (tx, loaded) => {
    const { attempt } = findProposal(loaded.events) ?? fail('nothing_proposed')
    await addEvent(app, tx, { who, loaded, kind: 'proposal-withdrawn', attempt, data: {} })
  })
}
