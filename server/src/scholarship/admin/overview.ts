import { ageCategories, type AgeCategory, isAllowed } from '@baobab/contract/accounts/rules.ts'
import type { DisqualificationReason, ReplacementReason } from '@baobab/contract/scholarship/draw/list.ts'
import { agreeToProposal, type AdminDraw, type DrawProposal } from '@baobab/contract/scholarship/admin.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { eq } from 'drizzle-orm'
import { canAgree } from '../../accounts/admin/rules.ts'
import { admins } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { readCurrentMonth, toSummary } from '../queries.ts'
import { readBoards } from '../read-boards.ts'
import { findProposal, isReplaceable, whyLeftOut } from '../rules.ts'
import { ruleOnDraw } from './proposals.ts'
import type { Naming } from './witnesses.ts'
import type { LoadedDraw } from '../load-draw.ts'
import { loadDraws } from '../run-draw.ts'

type Pool = { ageCategory: AgeCategory; onBoard: number; inDraw: number }[]

/** Counts who is on each board, and how many of them would be in the draw if the month closed now. */
export async function countPool(app: App, requiresPayment: boolean): Promise<Pool> {
  // Takes seconds with a million students, so it does not use a request connection.
  const entries = await readBoards(app.separate.slow.db, app.clock.now())
  return ageCategories.map((ageCategory) => {
    const board = entries.filter((entry) => entry.ageCategory === ageCategory && entry.position <= LEADERBOARD_SIZE)
    const inDraw = board.filter((entry) => whyLeftOut(entry, { requiresPayment }) === null)
    return { ageCategory, onBoard: board.length, inDraw: inDraw.length }
  })
}

async function toProposal(app: App, who: AdminUser, { draw, events, state }: LoadedDraw): Promise<DrawProposal | null> {
  const proposal = findProposal(events)
  if (!proposal) return null
  const { adminId } = proposal
  const [admin] = adminId
    ? await app.db.select({ username: admins.username }).from(admins).where(eq(admins.id, adminId))
    : []
  const by = {
    proposedBy: adminId === null ? null : (admin?.username ?? ''),
    at: proposal.at.toISOString(),
    canAgree:
      isAllowed(agreeToProposal.who, who.roles) &&
      canAgree(
        await ruleOnDraw(app, app.db, who, { month: draw.month, decidedBy: agreeToProposal }),
        adminId === who.id,
      ),
  }
  if (proposal.kind === 'replacement-proposed')
    return { kind: 'replacement', ...(proposal.data as { reason: ReplacementReason }), ...by }
  if (proposal.kind === 'witnesses-proposed') {
    const { witnesses, refused } = proposal.data as Naming
    const named = state.state === 'waiting' ? state.due.witnesses?.witnesses : undefined
    return {
      kind: 'witnesses',
      witnesses,
      refused: (refused === undefined ? undefined : named?.[refused]?.name) ?? null,
      ...by,
    }
  }
  return {
    kind: 'disqualification',
    ...(proposal.data as { index: number; reason: DisqualificationReason }),
    ...by,
  }
}

/** Returns the witnesses of the attempt that is due; null while they may not draw yet. */
function toWitnesses(app: App, { state }: LoadedDraw): AdminDraw['witnesses'] {
  const now = app.clock.now()
  if (state.state !== 'waiting' || !state.due.witnessesFrom || state.due.witnessesFrom > now) return null
  const { witnesses: draw } = state.due
  if (!draw) return { named: [], replaceableAt: null, isReplaceable: false }
  return {
    named: draw.witnesses.map(({ name }, position) => ({ name, hasRevealed: draw.secrets.has(position) })),
    replaceableAt: draw.replaceableAt.toISOString(),
    isReplaceable: draw.replaceableAt <= now,
  }
}

async function toAdminDraw(app: App, who: AdminUser, loaded: LoadedDraw): Promise<AdminDraw> {
  const { state, draw } = loaded
  return {
    ...(await toSummary(app, loaded)),
    round: state.state === 'waiting' ? state.due.round : draw.round,
    isReplaceable: isReplaceable(state, app.clock.now()),
    isDue: state.state === 'waiting' && state.dueAt <= app.clock.now(),
    proposal: await toProposal(app, who, loaded),
    witnesses: toWitnesses(app, loaded),
  }
}

/**
 * Returns who would be in the current month's draw, and all draws, newest first.
 * @param readPool `countPool`, whose result may be a minute old
 */
export async function readOverview(app: App, who: AdminUser, readPool: (requiresPayment: boolean) => Promise<Pool>) {
  const current = await readCurrentMonth(app)
  const adminDraws: AdminDraw[] = []
  for (const loaded of await loadDraws(app)) adminDraws.push(await toAdminDraw(app, who, loaded))
  return { current, pool: await readPool(current.requiresPayment), draws: adminDraws }
}
