// Changes to an entrant while a draw is open. A student who is on hold or disqualified cannot win, so a single admin could
// strike out everyone but a friend. Therefore two admins decide such a change, it is published, and none is allowed shortly
// before a round.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { EntrantChange } from '@baobab/contract/scholarship/draw/list.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { agreeToEntrantProposal } from '@baobab/contract/fair-play/admin.ts'
import { and, eq } from 'drizzle-orm'
import { canAgree } from '../../accounts/admin/rules.ts'
import { requireAgreement, requireDecider, type Decided } from '../../accounts/admin/two-admins.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { couldWin, drawColumns } from '../draw-rows.ts'
import { lockMonth } from '../freeze-list.ts'
import { listMonthsToFreeze } from '../list-months-to-freeze.ts'
import { isClosedForChanges, isOpen, type DrawEventKind } from '../rules.ts'
import { loadDraw, type LoadedDraw } from '../load-draw.ts'
import { drawChanges, drawEntries, draws, entrantProposals, prizePayouts } from '../tables.ts'
import { ruleOnDraw } from './proposals.ts'

const DAY_MS = 86_400_000

type EntrantProposal = typeof entrantProposals.$inferSelect

/** An entrant in an open draw. */
type Entrant = { loaded: LoadedDraw; index: number }

/** Returns whether a draw can still be drawn or repeated: a confirmed winner can be disqualified until the prize is paid. */
async function canBeDrawn(tx: Db | Tx, { draw, state }: LoadedDraw): Promise<boolean> {
  if (state.state !== 'confirmed') return isOpen(state)
  const isPaid = and(eq(prizePayouts.drawId, draw.id), eq(prizePayouts.attempt, state.attempt))
  return (await tx.$count(prizePayouts, isPaid)) === 0
}

/** Finds a student among the entrants of open draws, oldest draw first. */
async function findEntrants(app: App, tx: Db | Tx, studentId: string): Promise<Entrant[]> {
  const rows = await tx
    .select({ draw: drawColumns, index: drawEntries.index })
    .from(drawEntries)
    .innerJoin(draws, eq(draws.id, drawEntries.drawId))
    .where(and(eq(drawEntries.studentId, studentId), couldWin))
    .orderBy(draws.month, draws.version)
  const entrants: Entrant[] = []
  for (const { draw, index } of rows) {
    const loaded = await loadDraw(app, tx, draw)
    if (index !== null && (await canBeDrawn(tx, loaded))) entrants.push({ loaded, index })
  }
  return entrants
}

/** Events that end proposals, because a change would no longer have the proposed effect. */
const ends: readonly DrawEventKind[] = ['struck', 'drawn', 'disqualified', 'confirmed']

/** Returns whether a proposal is older than an event in its draws that ends it. */
function isOutdated(proposal: Pick<EntrantProposal, 'at'>, entrants: readonly Entrant[]): boolean {
  const isBefore = (at: Date) => proposal.at < at
  return entrants.some(
    ({ loaded: { draw, events } }) =>
      isBefore(draw.frozenAt) || events.some(({ kind, at }) => ends.includes(kind) && isBefore(at)),
  )
}

/**
 * Returns whether a month closed less than a day ago and has no list yet. A hold or a disqualification would keep someone out
 * of it.
 */
export async function isListBeingMade({ clock }: Pick<App, 'clock'>, tx: Tx): Promise<boolean> {
  const now = clock.now()
  const month = lagosDate(new Date(now.getTime() - DAY_MS)).slice(0, 7)
  return month !== lagosDate(now).slice(0, 7) && (await listMonthsToFreeze(tx, now)).includes(month)
}

type ChangeInput = {
  studentId: string
  change: EntrantChange
  reason?: string
  text?: string
  /** The endpoint that decides it, whose callers may agree. */
  decidedBy: Pick<Endpoint, 'who'>
}

/** The circumstances of a change. */
export type ChangeOptions = {
  /** The id of the proposal that the caller is agreeing to. */
  agreesTo?: string | undefined
  /** The change cannot wait for another admin to agree. */
  cannotWait?: boolean
}

/**
 * Decides whether a student, whose row the caller has locked, may be changed now. If another admin has to agree, stores a
 * proposal; otherwise publishes the change in each of the student's open draws.
 *
 * Fails with `month_closing` until a closed month has its list, `changes_closed` shortly before a round, `already_proposed`,
 * `not_among_deciders`, `own_proposal`, with `nothing_proposed` if the proposal to agree to is gone, and with `student_in_draw`
 * if the caller cannot wait for agreement.
 * @returns whether the caller makes the change
 */
export async function mayChange(
  app: App,
  tx: Tx,
  who: AdminUser,
  input: ChangeInput,
  { agreesTo, cannotWait = false }: ChangeOptions = {},
): Promise<boolean> {
  const { studentId, decidedBy } = input
  if (await isListBeingMade(app, tx)) fail('month_closing')
  for (const { loaded } of await findEntrants(app, tx, studentId)) await lockMonth(tx, loaded.draw.month)
  // Read again, because a draw may have moved on before its lock was taken.
  const entrants = await findEntrants(app, tx, studentId)
  if (entrants.some(({ loaded }) => isClosedForChanges(loaded.state, app.clock.now()))) fail('changes_closed')
  const proposal = await takeProposal(tx, { studentId, entrants, agreesTo })
  const decisions: { entrant: Entrant; decided: Decided | undefined }[] = []
  for (const entrant of entrants) {
    const ruling = await ruleOnDraw(app, tx, who, { month: entrant.loaded.draw.month, decidedBy })
    const decided = proposal ? requireAgreement(ruling, proposal.proposedBy === who.id) : requireDecider(ruling)
    decisions.push({ entrant, decided })
  }
  // Each draw has its own deciding admins: nobody is overruled because the student is also in another draw.
  if (decisions.some(({ decided }) => !decided)) {
    if (cannotWait) fail('student_in_draw')
    await propose(app, tx, who, input)
    return false
  }
  for (const { entrant, decided } of decisions)
    if (decided) await publish(app, tx, who, { entrant, change: input.change, decided })
  return true
}

/** Deletes a proposal about a student, and returns it if an admin is agreeing to it. */
async function takeProposal(
  tx: Tx,
  { studentId, entrants, agreesTo }: { studentId: string; entrants: readonly Entrant[]; agreesTo: string | undefined },
): Promise<EntrantProposal | undefined> {
  const [deleted] = await tx.delete(entrantProposals).where(eq(entrantProposals.studentId, studentId)).returning()
  const open = deleted && entrants.length > 0 && !isOutdated(deleted, entrants) ? deleted : undefined
  if (agreesTo !== undefined) return open?.id === agreesTo ? open : fail('nothing_proposed')
  return open && fail('already_proposed')
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
  { entrant, change, decided }: { entrant: Entrant; change: EntrantChange; decided: Decided },
): Promise<void> {
  const { draw, events } = entrant.loaded
  const attempt = events.filter(({ kind }) => kind === 'disqualified').length
  const data = { index: entrant.index, change, ...decided }
  await tx.insert(drawChanges).values({ drawId: draw.id, attempt, data, adminId: who.id, at: app.clock.now() })
  // Without the number, which together with the line about the student would permanently identify an entrant.
  const details = { month: draw.month, attempt, change, admins: decided.admins }
  await writeAuditLine(app, tx, { adminId: who.id, action: 'draw.changed', subject: draw.id, details })
}

/** Returns whether an admin may agree to a proposal now; undefined if nobody can. */
export async function canAgreeToChange(
  app: App,
  who: AdminUser,
  proposal: EntrantProposal,
): Promise<boolean | undefined> {
  const entrants = await findEntrants(app, app.db, proposal.studentId)
  if (entrants.length === 0 || isOutdated(proposal, entrants)) return undefined
  for (const { loaded } of entrants) {
    const ruling = await ruleOnDraw(app, app.db, who, { month: loaded.draw.month, decidedBy: agreeToEntrantProposal })
    if (!canAgree(ruling, proposal.proposedBy === who.id)) return false
  }
  return true
}

/** Returns whether an admin can still agree to a proposal. */
export async function isOpenProposal(app: App, proposal: EntrantProposal): Promise<boolean> {
  const entrants = await findEntrants(app, app.db, proposal.studentId)
  return entrants.length > 0 && !isOutdated(proposal, entrants)
}

/** Finds a proposal about an entrant, or fails with `not_found`. */
export async function findEntrantProposal(db: Db | Tx, id: string): Promise<EntrantProposal> {
  const [proposal] = isId(id) ? await db.select().from(entrantProposals).where(eq(entrantProposals.id, id)) : []
  return proposal ?? fail('not_found')
}

/** Withdraws a proposal about an entrant. Fails with `not_among_deciders` for an admin who may not decide it. */
export async function withdrawEntrantProposal(app: App, who: AdminUser, id: string): Promise<void> {
  const { studentId, proposedBy, change } = await findEntrantProposal(app.db, id)
  await app.db.transaction(async (tx) => {
    if (proposedBy !== who.id)
      for (const { loaded } of await findEntrants(app, tx, studentId))
        requireDecider(await ruleOnDraw(app, tx, who, { month: loaded.draw.month, decidedBy: agreeToEntrantProposal }))
    const withdrawn = await tx.delete(entrantProposals).where(eq(entrantProposals.id, id)).returning()
    if (withdrawn.length === 0) fail('not_found')
    const details = { change }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.change_withdrawn', subject: studentId, details })
  })
}
