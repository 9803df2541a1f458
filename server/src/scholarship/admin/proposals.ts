// Admin decisions about a draw, made by two admins if there are two: one proposes, and another agrees.
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { asc, eq } from 'drizzle-orm'
import type { Ruling } from '../../accounts/admin/rules.ts'
import { requireAgreement, ruleOnMatter, type Decided } from '../../accounts/admin/two-admins.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { lockMonth } from '../freeze-list.ts'
import { findDraw } from '../queries.ts'
import { findProposal, type DrawEventKind } from '../rules.ts'
import type { LoadedDraw } from '../load-draw.ts'
import { drawEvents, draws } from '../tables.ts'

/** Runs an action on a month's draw, on only one server at a time. */
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
  /** What the audit log contains; by default the data. */
  details?: Record<string, string | number>
}

/** Appends an admin's event, with its audit line. */
export async function addEvent(app: App, tx: Tx, event: NewEvent): Promise<void> {
  const { who, loaded, kind, attempt, data } = event
  const { draw } = loaded
  await tx.insert(drawEvents).values({ drawId: draw.id, kind, attempt, data, adminId: who.id, at: app.clock.now() })
  const about = event.details ?? (data as Record<string, string | number>)
  const details = { month: draw.month, attempt, ...about }
  await writeAuditLine(app, tx, { adminId: who.id, action: `draw.${kind}`, subject: draw.id, details })
}

/**
 * Rules on an admin's part in a change to a draw. The matter opens when the month's first list is frozen: from then on,
 * everyone can see who has a chance.
 * @param decidedBy the endpoint that decides it
 */
export async function ruleOnDraw(
  app: App,
  db: Db | Tx,
  who: { id: string },
  { month, decidedBy }: { month: string; decidedBy: Pick<Endpoint, 'who'> },
): Promise<Ruling> {
  const [first] = await db
    .select({ frozenAt: draws.frozenAt })
    .from(draws)
    .where(eq(draws.month, month))
    .orderBy(asc(draws.version))
    .limit(1)
  return ruleOnMatter(app, db, who, { began: first?.frozenAt ?? fail('not_found'), decidedBy })
}

type Agreement = { kind: DrawEventKind; who: AdminUser; decidedBy: Pick<Endpoint, 'who'> }

/**
 * Requires a proposal of a given kind that an admin may agree to, or fails with `nothing_proposed`, `own_proposal` or
 * `not_among_deciders`.
 */
export async function requireProposal(
  app: App,
  tx: Tx,
  { draw, events }: LoadedDraw,
  { kind, who, decidedBy }: Agreement,
): Promise<{ data: Record<string, unknown>; decided: Decided }> {
  const proposal = findProposal(events)
  if (proposal?.kind !== kind) fail('nothing_proposed')
  const ruling = await ruleOnDraw(app, tx, who, { month: draw.month, decidedBy })
  return { data: proposal.data, decided: requireAgreement(ruling, proposal.adminId === who.id) }
}

/** Ends a proposal without carrying it out. */
export async function withdrawProposal(app: App, who: AdminUser, month: string): Promise<void> {
  await onDraw(app, month, async (tx, loaded) => {
    const { attempt } = findProposal(loaded.events) ?? fail('nothing_proposed')
    await addEvent(app, tx, { who, loaded, kind: 'proposal-withdrawn', attempt, data: {} })
  })
}
