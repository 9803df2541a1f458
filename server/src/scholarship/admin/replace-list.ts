// Publishes a list again because someone who may win was missing. Nobody can know the round yet, so nobody can use this to
// choose a winner.
import type { ReplacementReason } from '@baobab/contract/scholarship/draw/list.ts'
import { replaceList } from '@baobab/contract/scholarship/admin.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { and, eq } from 'drizzle-orm'
import { requireDecider, type Decided } from '../../accounts/admin/two-admins.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { isRegradeRunning } from '../../quiz/admin/regrade/queries.ts'
import { queueNotices } from '../announce.ts'
import { couldWin } from '../draw-rows.ts'
import { inSnapshot, writeList } from '../freeze-list.ts'
import { readRules } from '../publish-rules.ts'
import { findDraw } from '../queries.ts'
import { readBoards } from '../read-boards.ts'
import { findProposal, isReplaceable, whyLeftOut } from '../rules.ts'
import type { LoadedDraw } from '../load-draw.ts'
import { drawEntries } from '../tables.ts'
import { acceptClaims } from './list-claims.ts'
import { addEvent, requireProposal, ruleOnDraw } from './proposals.ts'

const reason: ReplacementReason = 'missing-entrant'

/** Proposes to replace a list, or replaces it at once if there is no second admin. @returns the message for the admin */
export async function proposeReplacement(app: App, who: AdminUser, month: string): Promise<string> {
  return onReplaceable(app, month, async (tx, loaded) => {
    if (findProposal(loaded.events)) fail('already_proposed')
    const decided = requireDecider(await ruleOnDraw(app, tx, who, { month, decidedBy: replaceList }))
    if (decided) return replace(app, tx, { who, loaded, decided })
    await addEvent(app, tx, { who, loaded, kind: 'replacement-proposed', attempt: 0, data: { reason } })
    return scholarshipText.proposed
  })
}

/** Agrees to another admin's proposal. @returns the message for the admin */
export async function agreeToReplacement(app: App, who: AdminUser, month: string): Promise<string> {
  return onReplaceable(app, month, async (tx, loaded) => {
    const agreement = { kind: 'replacement-proposed', who, decidedBy: replaceList } as const
    const { decided } = await requireProposal(app, tx, loaded, agreement)
    return replace(app, tx, { who, loaded, decided })
  })
}

/**
 * Runs an action on a replaceable list, in a snapshot that shows who is missing. Fails with `list_not_replaceable`,
 * `nobody_missing`, or with `regrade_running` while points are being corrected.
 */
async function onReplaceable<T>(
  app: App,
  month: string,
  action: (tx: Tx, loaded: LoadedDraw) => Promise<T>,
): Promise<T> {
  const { draw, chain } = await findDraw(app, month)
  // Whatever our own clock says, once the round is known, so is the winner.
  if (await app.drand.hasRound(chain, draw.round)) fail('list_not_replaceable')
  // Reading the boards takes seconds with a million students.
  return inSnapshot({ ...app, db: app.separate.slow.db }, month, async (tx) => {
    const loaded = await findDraw({ ...app, db: tx }, month)
    if (!isReplaceable(loaded.state, app.clock.now())) fail('list_not_replaceable')
    if (await isRegradeRunning(tx, monthCloses(month).closesAt)) fail('regrade_running')
    if (!(await isAnybodyMissing(app, tx, loaded))) fail('nobody_missing')
    return action(tx, loaded)
  })
}

/** Returns whether someone could win with a list made now who could not win with this one. */
async function isAnybodyMissing(app: App, tx: Tx, { draw }: LoadedDraw): Promise<boolean> {
  const entries = await tx
    .select({ studentId: drawEntries.studentId })
    .from(drawEntries)
    .where(and(eq(drawEntries.drawId, draw.id), couldWin))
  const listed = new Set(entries.map(({ studentId }) => studentId))
  const rules = await readRules(app, tx, draw.month)
  const onBoards = await readBoards(tx, monthCloses(draw.month).closesAt)
  return onBoards.some((entry) => whyLeftOut(entry, rules) === null && !listed.has(entry.studentId))
}

async function replace(
  app: App,
  tx: Tx,
  { who, loaded, decided }: { who: AdminUser; loaded: LoadedDraw; decided: Decided },
): Promise<string> {
  const { month, version, id } = loaded.draw
  const draw = await writeList(app, tx, { month, version: version + 1 })
  const { listHash: list } = draw
  const details = { reason, list, admins: decided.admins }
  await addEvent(app, tx, { who, loaded, kind: 'voided', attempt: 0, data: { reason, list, ...decided }, details })
  await acceptClaims(app, tx, { who, draw })
  await queueNotices(app, tx, id)
  return scholarshipText.replaced
}
