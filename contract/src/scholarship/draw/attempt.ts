// Finds what decides each attempt of a draw from its list and notices: a round, or witnesses if there is none.
import { bytesToHex } from '@noble/hashes/utils.js'
import { randomnessOf, type Beacon, drawOrder, drawSeed, findWinner } from './order.ts'
import {
  knownChains,
  roundAt,
  timeOfRound,
  type Chain,
  ANSWER_WITHIN_MS,
  FALLBACK_AFTER_MS,
  MIN_NOTICE_MS,
  redrawRound,
  STRIKE_UNTIL_MS,
} from './schedule.ts'
import type { DrawNotice } from './files.ts'
import { lateReasons, type DrawList, type Protocol } from './list.ts'
import { sealStrikes } from './rules.ts'
import { allSecrets, findWitnessDraw, witnessSeed, type WitnessDraw } from './witnesses.ts'

export type ChainRound = { chain: Chain; round: number }

/** The round that decides an attempt, and the entrants who are struck out of it. */
export type DueAttempt = ChainRound & {
  attempt: number
  struck: number[]
  /** Decides while the usual round is missing. The usual round counts whenever it arrives, so nobody can choose between them. */
  fallback?: ChainRound | undefined
  /** When witnesses can be named because every chain in the rules stayed silent; undefined until every chain was tried. */
  witnessesFrom?: Date | undefined
  /** They decide if all of them reveal their secrets before a round is entered. */
  witnesses?: WitnessDraw | undefined
}

/**
 * Finds what decides an attempt, from the list and the notices.
 * @returns undefined if no notice starts the attempt, or if one of its notices breaks a rule
 */
export function findDueAttempt(
  list: Pick<DrawList, 'protocol' | 'round'>,
  options: { attempt: number; notices: readonly DrawNotice[]; chain: Chain; chains?: readonly Chain[] },
): DueAttempt | undefined {
  const { attempt, notices, chain, chains = knownChains } = options
  const before = attempt > 0 ? findDueAttempt(list, { ...options, attempt: attempt - 1 }) : undefined
  const [begun, ...repeated] = ofAttempt(notices, 'disqualified', attempt)
  if (repeated.length > 0 || (attempt > 0 && (!begun || !before))) return undefined
  const drawnBefore = before && (before.witnesses?.drawnAt ?? timeOfRound(before.chain, before.round))
  // Nobody can be disqualified before the round or the secrets are known, because nobody has been drawn yet.
  const wait = begun?.reason && lateReasons.includes(begun.reason) ? ANSWER_WITHIN_MS : 0
  if (begun && drawnBefore && Date.parse(begun.at) < drawnBefore.getTime() + wait) return undefined
  const usual = begun ? redrawRound(chain, new Date(begun.at)) : list.round
  const round = timeOfRound(chain, usual)
  const struck = findStruck(notices, { attempt, from: drawnBefore, round, protocol: list.protocol })
  if (!struck) return undefined
  const all = [...(before?.struck ?? []), ...(begun ? [begun.index] : []), ...struck]
  const due = { attempt, chain, round: usual, struck: all }
  const fallback = findFallback(due, { notices, chains })
  if (fallback === null) return undefined
  const from = findWitnessTime(due, { notices, chains })
  const witnesses = findWitnessDraw(notices, { attempt, from })
  return witnesses === null ? undefined : { ...due, fallback, witnessesFrom: from, witnesses }
}

/** Returns the notices of one kind that belong to an attempt. */
export function ofAttempt<K extends DrawNotice['kind']>(notices: readonly DrawNotice[], kind: K, attempt: number) {
  return notices.filter((one): one is DrawNotice & { kind: K } => one.kind === kind && one.attempt === attempt)
}

/** A notice that strikes entrants out, or that seals their numbers. */
type Strike = DrawNotice & { kind: 'struck' | 'sealed' }

/** Returns the numbers that a seal hides; undefined if it has not been opened or was opened with other numbers. */
function openSeal({ seal }: Strike & { kind: 'sealed' }, opened: DrawNotice | undefined): number[] | undefined {
  if (opened?.kind !== 'struck' || opened.nonce === undefined) return undefined
  return sealStrikes({ indexes: opened.indexes, nonce: opened.nonce }) === seal ? opened.indexes : undefined
}

/**
 * Returns the entrants struck out of an attempt. They must be published at least half an hour before the round, because striking
 * somebody out later could choose the winner. They are published once and, since protocol 2, also together with the list
 * (except for a repetition, whose round comes too soon for that).
 * @returns undefined if they were published too often or at another time; no entrants for a seal that is not opened yet
 */
function findStruck(
  notices: readonly DrawNotice[],
  options: { attempt: number; from: Date | undefined; round: Date; protocol: Protocol },
): number[] | undefined {
  const { attempt, from, round, protocol } = options
  const all = notices.filter(
    (one): one is Strike => (one.kind === 'struck' || one.kind === 'sealed') && one.attempt === attempt,
  )
  const opened = all.filter((one) => one.kind === 'struck' && one.nonce !== undefined)
  const strikes = all.filter((one) => !opened.includes(one))
  const isInTime = strikes.every((one, at) => {
    const isWithList = at < strikes.length - 1
    const until = round.getTime() - (isWithList ? MIN_NOTICE_MS : STRIKE_UNTIL_MS)
    return Date.parse(one.at) <= until && (!from || Date.parse(one.at) >= from.getTime())
  })
  if (!isInTime || strikes.length > (protocol === 2 ? 2 : 1)) return undefined
  const seals = strikes.filter((one) => one.kind === 'sealed')
  if (opened.length === 0) return strikes.flatMap((one) => (one.kind === 'struck' ? one.indexes : []))
  const contents = seals.map((one, at) => openSeal(one, opened[at]))
  if (opened.length !== seals.length || contents.includes(undefined)) return undefined
  return [
    ...strikes.flatMap((one) => (one.kind === 'struck' ? one.indexes : [])),
    ...contents.flatMap((one) => one ?? []),
  ]
}

/** Whether an attempt has an unopened seal, so that nobody can compute its winner. */
export function isSealed(notices: readonly DrawNotice[], attempt: number): boolean {
  const opened = ofAttempt(notices, 'struck', attempt).some(({ nonce }) => nonce !== undefined)
  return !opened && ofAttempt(notices, 'sealed', attempt).length > 0
}

/**
 * Returns the round of the next chain that can also decide an attempt, because the list's own chain was silent for long enough.
 * @returns null if the notice breaks a rule; undefined if there is no notice
 */
function findFallback(
  { attempt, chain, round }: DueAttempt,
  { notices, chains }: { notices: readonly DrawNotice[]; chains: readonly Chain[] },
): ChainRound | null | undefined {
  const [notice, ...repeated] = ofAttempt(notices, 'fallback', attempt)
  if (!notice) return undefined
  const next = findFallbackRound({ chain, round }, chains)
  const isDue = Date.parse(notice.at) >= timeOfRound(chain, round).getTime() + FALLBACK_AFTER_MS
  const isRight = next?.chain.hash === notice.chain && next.round === notice.round
  return next && isDue && isRight && repeated.length === 0 ? next : null
}

/**
 * Returns the round that decides if a chain has ended: the one at the same time on the next chain in the rules, so nobody can
 * choose a round even then.
 * @param chains the chains of the rules, in order; a sandbox chain has no next one
 */
export function findFallbackRound(
  { chain, round }: ChainRound,
  chains: readonly Chain[] = knownChains,
): ChainRound | undefined {
  const at = chains.findIndex(({ hash }) => hash === chain.hash)
  const next = at < 0 ? undefined : chains[at + 1]
  return next && { chain: next, round: roundAt(next, timeOfRound(chain, round)) }
}

/**
 * Returns the earliest time at which witnesses can be named: seven days after the last chain in the rules was tried.
 * @returns undefined until that chain was tried
 */
function findWitnessTime(
  { attempt, chain, round }: DueAttempt,
  { notices, chains }: { notices: readonly DrawNotice[]; chains: readonly Chain[] },
): Date | undefined {
  const [asked] = ofAttempt(notices, 'fallback', attempt)
  if (!asked && findFallbackRound({ chain, round }, chains)) return undefined
  const since = asked ? new Date(asked.at) : timeOfRound(chain, round)
  return new Date(since.getTime() + FALLBACK_AFTER_MS)
}

/** Returns the chain whose round decides an attempt; undefined if this round does not decide it. */
export function findDecidingChain({ chain, round, fallback }: DueAttempt, brought: number): Chain | undefined {
  if (brought === round) return chain
  return brought === fallback?.round ? fallback.chain : undefined
}

/** One recomputed attempt of a draw. */
export type CheckedAttempt = {
  attempt: number
  /** Null if witnesses drew. */
  round: number | null
  /** The round that the first chain failed to publish within seven days, if the next chain decided. */
  silent?: ChainRound
  seed: string
  /** All entrants, in the order that the seed gives. */
  order: readonly number[]
  struck: readonly number[]
  winner: number | undefined
}

/** Computes an attempt from its round or, without one, from the secrets that its witnesses revealed. */
export function computeAttempt(
  list: { protocol: Protocol; hash: Uint8Array; count: number },
  due: DueAttempt,
  beacon?: Beacon,
): CheckedAttempt {
  const { attempt, struck, witnesses } = due
  const secrets = allSecrets(witnesses)
  if (!beacon && !secrets) throw new Error('Nothing decides this attempt yet.')
  const seed = beacon
    ? drawSeed(list.protocol, { listHash: list.hash, attempt, randomness: randomnessOf(beacon) })
    : witnessSeed(list.hash, secrets ?? [])
  const order = drawOrder(seed, list.count)
  return {
    attempt,
    round: beacon?.round ?? null,
    ...(beacon && beacon.round !== due.round && { silent: { chain: due.chain, round: due.round } }),
    seed: bytesToHex(seed),
    order,
    struck,
    winner: findWinner(order, new Set(struck)),
  }
}
