// Changes of an entrant while a draw is open: whoever is on hold or disqualified cannot win, so one admin alone could strike out
// everybody but a friend. Two admins decide such a change, it is published, and none is made shortly before a round.
import type { EntrantChange } from '@baobab/contract/draw-reasons.ts'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import { agreeToEntrantProposal } from '@baobab/contract/fair-play-admin.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { canAgree } from '../../accounts/admin/rules.ts'
import { requireAgreement, requireDecider, type Decided } from '../../accounts/admin/two-admins.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { drawColumns } from '../draw-rows.ts'
import { lockMonth } from '../freeze-list.ts'
import { isClosedForChanges, isOpen } from '../rules.ts'
import { loadDraw, type LoadedDraw } from '../run-draw.ts'
import { drawChanges, drawEntries, draws, entrantProposals } from '../tables.ts'
import { ruleOnDraw } from './proposals.ts'

export type EntrantProposal = typeof entrantProposals.$inferSelect

/** An entrant's part in an open draw. */
type Part = { loaded: LoadedDraw; index: number }

/** Finds the open draws in whose lists a student is, oldest first. */
async function findParts(app: App, tx: Db | Tx, studentId: string): Promise<Part[]> {
  const rows = await tx
    .select({ draw: drawColumns, index: drawEntries.index })
    .from(drawEntries)
    .innerJoin(draws, eq(draws.id, drawEntries.drawId))
    .where(and(eq(drawEntries.studentId, studentId), isNotNull(drawEntries.index)))
    .orderBy(draws.month, draws.version)
  const parts: Part[] = []
  for (const { draw, index } of rows) {
    const loaded = await loadDraw(app, tx, draw)
    if (index !== null && isOpen(loaded.state)) parts.push({ loaded, index })
  }
  return parts
}

export type ChangeInput = {
  studentId: string
  change: EntrantChange
  reason?: string
  text?: string
  /** The call that decides it, whose callers may agree. */
  decidedBy: Pick<Endpoint, 'who'>
}

/** How the caller comes to change somebody. */
export type ChangeOptions = {
  /** The id of the proposal that the caller agrees to. */
  agreesTo?: string | undefined
  /** How it was decided already. */
  decided?: Decided
  /** It cannot wait for an agreement. */
  cannotWait?: boolean
}

/**
 * Decides whether a change of a student, whose row the caller has locked, may be made now. Stores a proposal if another admin has to
 * agree, and publishes the change in every open draw of the student if not.
 *
 * Fails with `changes_closed` shortly before a round, `already_proposed`, `not_among_deciders`, `own_proposal`, with
 * `nothing_proposed` if the proposal to agree to is gone, and with `student_in_draw` if the caller cannot wait for an agreement.
 * @returns whether the caller makes the change
 */
export async function mayChange(
  app: App,
  tx: Tx,
  who: AdminUser,
  input: ChangeInput,
  { agreesTo, cannotWait = false, ...options }: ChangeOptions = {},
): Promise<boolean> {
  const { studentId, change, decidedBy } = input
  for (const { loaded } of await findParts(app, tx, studentId)) await lockMonth(tx, loaded.draw.month)
  // Read again, because a draw may have gone on before its lock.
  const parts = await findParts(app, tx, studentId)
  const [oldest] = parts
  if (!oldest) {
    await tx.delete(entrantProposals).where(eq(entrantProposals.studentId, studentId))
    return true
  }
  if (parts.some(({ loaded }) => isClosedForChanges(loaded.state, app.clock.now()))) fail('changes_closed')
  const proposal = await takeProposal(tx, studentId, agreesTo)
  const { month } = oldest.loaded.draw
  const decided = options.decided ?? (await decide(app, tx, who, { month, decidedBy, proposal }))
  if (decided) {
    for (const part of parts) await publish(app, tx, who, { part, change, decided })
    return true
  }
  if (cannotWait) fail('student_in_draw')
  await propose(app, tx, who, input)
  return false
}

type Decision = { month: string; decidedBy: Pick<Endpoint, 'who'>; proposal: EntrantProposal | undefined }

async function decide(
  app: App,
  tx: Tx,
  who: AdminUser,
  { proposal, ...about }: Decision,
): Promise<Decided | undefined> {
  const ruling = await ruleOnDraw(app, tx, who, about)
  return proposal ? requireAgreement(ruling, proposal.proposedBy === who.id) : requireDecider(ruling)
}

/** Deletes and returns the proposal to which an admin agrees. Without one, nothing may be proposed already. */
async function takeProposal(tx: Tx, studentId: string, agreesTo?: string): Promise<EntrantProposal | undefined> {
  const [open] = await tx.select().from(entrantProposals).where(eq(entrantProposals.studentId, studentId))
  if (agreesTo === undefined) return open && fail('already_proposed')
  if (open?.id !== agreesTo) return fail('nothing_proposed')
  await tx.delete(entrantProposals).where(eq(entrantProposals.id, open.id))
  return open
}

async function propose(
  app: App,
  tx: Tx,
  who: AdminUser,
  { studentId, change, reason, text }: ChangeInput,
): Promise<void> {
  await tx.insert(entrantProposals).values({ studentId, change, reason, text, proposedBy: who.id, at: app.clock.now() })
  await writeAuditLine(app, tx, {
    adminId: who.id,
    action: 'student.change_proposed',
    subject: studentId,
    details: { change },
  })
}

async function publish(
  app: App,
  tx: Tx,
  who: AdminUser,
  { part, change, decided }: { part: Part; change: EntrantChange; decided: Decided },
): Promise<void> {
  const { draw, state } = part.loaded
  const attempt = state.state === 'waiting' ? state.due.attempt : state.state === 'drawn' ? state.attempt : 0
  const data = { index: part.index, change, ...decided }
  await tx.insert(drawChanges).values({ drawId: draw.id, attempt, data, adminId: who.id, at: app.clock.now() })
  const details = { month: draw.month, attempt, index: part.index, change, admins: decided.admins }
  await writeAuditLine(app, tx, { adminId: who.id, action: 'draw.changed', subject: draw.id, details })
}

/** Returns whether an admin may agree to a proposal now. */
export async function canAgreeToChange(app: App, who: AdminUser, proposal: EntrantProposal): Promise<boolean> {
  const [oldest] = await findParts(app, app.db, proposal.studentId)
  if (!oldest) return true
  const { month } = oldest.loaded.draw
  const ruling = await ruleOnDraw(app, app.db, who, { month, decidedBy: agreeToEntrantProposal })
  return canAgree(ruling, proposal.proposedBy === who.id)
}

/** Finds a proposal about an entrant, or fails with `not_found`. */
export async function findEntrantProposal(db: Db | Tx, id: string): Promise<EntrantProposal> {
  const [proposal] = isId(id) ? await db.select().from(entrantProposals).where(eq(entrantProposals.id, id)) : []
  return proposal ?? fail('not_found')
}

/** Ends a proposal about an entrant without doing it. */
export async function withdrawEntrantProposal(app: App, who: AdminUser, id: string): Promise<void> {
  if (!isId(id)) fail('not_found')
  await app.db.transaction(async (tx) => {
    const [proposal] = await tx.delete(entrantProposals).where(eq(entrantProposals.id, id)).returning()
    if (!proposal) return fail('not_found')
    const details = { change: proposal.change }
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'student.change_withdrawn',
      subject: proposal.studentId,
      details,
    })
  })
}
