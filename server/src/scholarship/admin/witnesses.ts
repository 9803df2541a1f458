// Lets witnesses draw a winner if there is no public number. Two admins name them if there are two. Nothing is accepted here
// that the published check would reject.
import { toChain } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { findDueAttempt } from '@baobab/contract/scholarship/draw/attempt.ts'
import type { DrawNotice, Witness } from '@baobab/contract/scholarship/draw/files.ts'
import { commitmentTo, OPERATOR } from '@baobab/contract/scholarship/draw/witnesses.ts'
import { scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { nameWitnesses } from '@baobab/contract/scholarship/admin.ts'
import type { WitnessesForm } from '@baobab/contract/scholarship/forms.ts'
import { requireDecider, type Decided } from '../../accounts/admin/two-admins.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { queueNotices } from '../announce.ts'
import { findDraw } from '../queries.ts'
import { findProposal, toNotices } from '../rules.ts'
import type { LoadedDraw } from '../load-draw.ts'
import { storeWinner } from '../run-draw.ts'
import { addEvent, onDraw, requireProposal, ruleOnDraw } from './proposals.ts'

/** An attempt's witnesses, and the position of the earlier one who refused; undefined for the first. */
export type Naming = { witnesses: Witness[]; refused?: number | undefined }

/** Proposes witnesses, or names them at once if there is no second admin. @returns the message for the admin */
export async function proposeWitnesses(
  app: App,
  who: AdminUser,
  { month, others, own, refused }: WitnessesForm & { month: string },
): Promise<string> {
  const naming = { witnesses: [...others, { name: OPERATOR, commitment: own }], refused }
  return onDraw(app, month, async (tx, loaded) => {
    if (findProposal(loaded.events)) fail('already_proposed')
    const attempt = requireAllowed(app, loaded, naming)
    const decided = requireDecider(await ruleOnDraw(app, tx, who, { month, decidedBy: nameWitnesses }))
    if (decided) return publish(app, tx, { who, loaded, naming, decided })
    const details = { count: naming.witnesses.length }
    await addEvent(app, tx, { who, loaded, kind: 'witnesses-proposed', attempt, data: naming, details })
    return scholarshipText.proposed
  })
}

/** Agrees to another admin's proposal. @returns the message for the admin */
export async function agreeToWitnesses(app: App, who: AdminUser, month: string): Promise<string> {
  return onDraw(app, month, async (tx, loaded) => {
    const agreement = { kind: 'witnesses-proposed', who, decidedBy: nameWitnesses } as const
    const { data, decided } = await requireProposal(app, tx, loaded, agreement)
    return publish(app, tx, { who, loaded, naming: data as Naming, decided })
  })
}

/**
 * Publishes a witness's secret number, and with the last one draws the winner. Repeating the same number changes nothing. Fails
 * with `wrong_secret` if it does not match the commitment. @returns the message for the admin
 */
export async function publishSecret(
  app: App,
  who: AdminUser,
  { month, position, secret }: { month: string; position: number; secret: string },
): Promise<string> {
  return onDraw(app, month, async (tx, loaded) => {
    const { attempt, witnesses: named } = requireDue(loaded)
    const witness = named?.witnesses[position] ?? fail('not_found')
    if (commitmentTo({ month, secret }) !== witness.commitment) fail('wrong_secret')
    if (named?.secrets.has(position)) return scholarshipText.secretRevealed
    const data = { position, secret }
    // Single secrets are not announced: each is proved by its commitment, which everyone was told about.
    await addEvent(app, tx, { who, loaded, kind: 'revealed', attempt, data, details: { position } })
    const revealed = await findDraw({ ...app, db: tx }, month)
    if (!requireDue(revealed).witnesses?.drawnAt) return scholarshipText.secretRevealed
    await storeWinner(app, tx, { loaded: revealed, attempt, beacon: null, by: who })
    return scholarshipText.drawnNow
  })
}

/** Returns the attempt that is due, or fails with `already_drawn`. */
function requireDue({ state }: LoadedDraw) {
  return state.state === 'waiting' ? state.due : fail('already_drawn')
}

/** Returns the notices that name witnesses. */
function toNaming({ witnesses, refused }: Naming, { at, attempt }: { at: string; attempt: number }): DrawNotice[] {
  const named: DrawNotice = { kind: 'witnesses', at, attempt, witnesses }
  return refused === undefined ? [named] : [{ kind: 'refused', at, attempt, position: refused }, named]
}

/**
 * Returns the attempt that witnesses may be named for, or fails with `witnesses_not_allowed` or `commitment_used`: nothing is
 * published that the published check would reject.
 */
function requireAllowed(app: App, loaded: LoadedDraw, naming: Naming): number {
  const { attempt } = requireDue(loaded)
  const notices = toNotices(loaded)
  const used = notices.flatMap((one) => (one.kind === 'witnesses' ? one.witnesses : [])).map((one) => one.commitment)
  if (naming.witnesses.some(({ commitment }) => used.includes(commitment))) fail('commitment_used')
  const named = toNaming(naming, { at: app.clock.now().toISOString(), attempt })
  const chain = toChain(loaded.chain)
  const due = findDueAttempt(loaded.draw, { attempt, notices: [...notices, ...named], chain })
  return due ? attempt : fail('witnesses_not_allowed')
}

async function publish(
  app: App,
  tx: Tx,
  { who, loaded, naming, decided }: { who: AdminUser; loaded: LoadedDraw; naming: Naming; decided: Decided },
): Promise<string> {
  const attempt = requireAllowed(app, loaded, naming)
  const { witnesses, refused } = naming
  if (refused !== undefined)
    await addEvent(app, tx, { who, loaded, kind: 'refused', attempt, data: { position: refused } })
  const details = { count: witnesses.length, admins: decided.admins }
  await addEvent(app, tx, { who, loaded, kind: 'witnesses', attempt, data: { witnesses, ...decided }, details })
  await queueNotices(app, tx, loaded.draw.id)
  return scholarshipText.witnessesNamed
}
