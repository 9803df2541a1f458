// Disqualifies a winner. If two admins may do that, one proposes it and another agrees. It is then published, and the draw is
// repeated on the same list with a later round that nobody can know yet.
import { disqualifyWinner } from '@baobab/contract/scholarship/admin.ts'
import {
  disqualificationLabels,
  lateReasons,
  type DisqualificationReason,
} from '@baobab/contract/scholarship/draw/list.ts'
import { ANSWER_WITHIN_MS, MAX_ATTEMPTS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { scholarshipMessages, scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { requireDecider, type Decided } from '../../accounts/admin/two-admins.ts'
import { createNotification } from '../../notifications/create-notification.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { queueNotices } from '../announce.ts'
import { findEntrant } from '../find-entrant.ts'
import { loadPrize, requireComplete } from '../prizes.ts'
import { findProposal } from '../rules.ts'
import type { LoadedDraw } from '../load-draw.ts'
import { addEvent, onDraw, requireProposal, ruleOnDraw } from './proposals.ts'

type Decision = { index: number; reason: DisqualificationReason }

type Winner = { attempt: number; index: number; drawnAt: Date }

/** Returns the winner, or fails with `not_the_winner`. A confirmed winner can still be disqualified. */
function requireWinner({ state, events }: LoadedDraw): Winner {
  if (state.state !== 'drawn' && state.state !== 'confirmed') fail('not_the_winner')
  const { attempt, index } = state
  const drawn = events.find((event) => event.kind === 'drawn' && event.attempt === attempt) ?? fail('not_the_winner')
  return { attempt, index, drawnAt: drawn.at }
}

/** Fails if a verifiable reason does not apply. */
async function requireReason(
  app: App,
  tx: Tx,
  { reason, draw, winner }: { reason: DisqualificationReason; draw: LoadedDraw['draw']; winner: Winner },
): Promise<void> {
  const isEarly = app.clock.now().getTime() < winner.drawnAt.getTime() + ANSWER_WITHIN_MS
  if (lateReasons.includes(reason) && isEarly) fail('reason_too_early')
  if (reason === 'erased' && (await findEntrant(app, tx, { draw, index: winner.index }))) fail('not_erased')
}

/** Proposes a disqualification, or decides it at once if there is no second admin. @returns the message for the admin */
export async function proposeDisqualification(
  app: App,
  who: AdminUser,
  { month, ...decision }: Decision & { month: string },
): Promise<string> {
  return onDraw(app, month, async (tx, loaded) => {
    const winner = requireWinner(loaded)
    if (winner.index !== decision.index) fail('not_the_winner')
    if (findProposal(loaded.events)) fail('already_proposed')
    if ((await loadPrize(app, tx, loaded))?.payout) fail('prize_paid', { message: scholarshipText.paidToWinner })
    await requireReason(app, tx, { reason: decision.reason, draw: loaded.draw, winner })
    return decideOrPropose(app, tx, { who, loaded, decision })
  })
}

/** Disqualifies the winner if this admin can decide alone, otherwise proposes it. */
async function decideOrPropose(
  app: App,
  tx: Tx,
  { who, loaded, decision }: { who: AdminUser; loaded: LoadedDraw; decision: Decision },
): Promise<string> {
  const { month } = loaded.draw
  const decided = requireDecider(await ruleOnDraw(app, tx, who, { month, decidedBy: disqualifyWinner }))
  if (decided) return decide(app, tx, { who, loaded, decision, decided })
  const { attempt } = requireWinner(loaded)
  await addEvent(app, tx, { who, loaded, kind: 'disqualification-proposed', attempt, data: decision })
  return scholarshipText.proposed
}

/**
 * Agrees to a proposal. Nobody has decided about an automatic one yet, so the first admin to agree counts as its proposer: if
 * two admins decide, both have to agree.
 * @returns the message for the admin
 */
export async function agreeToDisqualification(app: App, who: AdminUser, month: string): Promise<string> {
  return onDraw(app, month, async (tx, loaded) => {
    const proposal = findProposal(loaded.events)
    if (proposal?.kind === 'disqualification-proposed' && proposal.adminId === null)
      return decideOrPropose(app, tx, { who, loaded, decision: proposal.data as Decision })
    const agreement = { kind: 'disqualification-proposed', who, decidedBy: disqualifyWinner } as const
    const { data, decided } = await requireProposal(app, tx, loaded, agreement)
    return decide(app, tx, { who, loaded, decision: data as Decision, decided })
  })
}

/**
 * Confirms that the winner has been checked and gets the prize. Confirming twice changes nothing. Fails with `winner_is_held`
 * while the winner's points are on hold, and without a claim or, for a winner under 18, a guardian's agreement.
 */
export async function confirmWinner(app: App, who: AdminUser, month: string): Promise<void> {
  await onDraw(app, month, async (tx, loaded) => {
    const { attempt, index } = requireWinner(loaded)
    if (loaded.state.state === 'confirmed') return
    if ((await findEntrant(app, tx, { draw: loaded.draw, index }))?.isHeld) fail('winner_is_held')
    requireComplete((await loadPrize(app, tx, loaded)) ?? fail('not_the_winner'))
    await addEvent(app, tx, { who, loaded, kind: 'confirmed', attempt, data: { index } })
  })
}

async function decide(
  app: App,
  tx: Tx,
  { who, loaded, decision, decided }: { who: AdminUser; loaded: LoadedDraw; decision: Decision; decided: Decided },
): Promise<string> {
  const attempt = requireWinner(loaded).attempt + 1
  const details = { ...decision, admins: decided.admins }
  await addEvent(app, tx, { who, loaded, kind: 'disqualified', attempt, data: { ...decision, ...decided }, details })
  await queueNotices(app, tx, loaded.draw.id)
  const isLast = attempt >= MAX_ATTEMPTS
  await tellDisqualified(app, tx, loaded, { ...decision, isLast })
  if (!isLast) return scholarshipText.disqualified
  await addEvent(app, tx, { who, loaded, kind: 'ended', attempt, data: { reason: 'attempts' } })
  return scholarshipText.endedWithoutWinner
}

async function tellDisqualified(
  app: App,
  tx: Tx,
  { draw }: LoadedDraw,
  { index, reason, isLast }: Decision & { isLast: boolean },
): Promise<void> {
  const entrant = await findEntrant(app, tx, { draw, index })
  if (!entrant) return
  await createNotification(app, tx, {
    to: { studentId: entrant.studentId },
    ...scholarshipMessages.lost({ month: draw.month, reason: disqualificationLabels[reason], isLast }),
    type: 'scholarship',
    method: 'in-app+email',
  })
}
