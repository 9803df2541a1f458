// Decides who on a board is in the list, and what comes next after a draw's events.
import { findDueAttempt, type DueAttempt } from '@baobab/contract/scholarship/draw/attempt.ts'
import {
  timeOfRound,
  type Chain,
  CHANGES_CLOSE_BEFORE_MS,
  STRIKE_BEFORE_MS,
} from '@baobab/contract/scholarship/draw/schedule.ts'
import type { BeaconFile, DrawNotice } from '@baobab/contract/scholarship/draw/files.ts'
import type { DrawList, Protocol } from '@baobab/contract/scholarship/draw/list.ts'
import { sealStrikes } from '@baobab/contract/scholarship/draw/rules.ts'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { OutsideReason } from '@baobab/contract/scholarship/endpoints.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'

/** Why someone on a board is not in the list. */
export const leftOutReasons = ['below-the-cut', 'disqualified', 'no-correct-answer', 'not-paid'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export const drawEventKinds = [
  'published',
  'struck',
  'changed',
  'fallback',
  'drawn',
  'disqualification-proposed',
  'replacement-proposed',
  'witnesses-proposed',
  'proposal-withdrawn',
  'disqualified',
  'confirmed',
  'ended',
  'voided',
  'witnesses',
  'revealed',
  'refused',
] as const
export type DrawEventKind = (typeof drawEventKinds)[number]

/** Returns why someone on a board is not in the list; null for an entrant. */
export function whyLeftOut(
  {
    position,
    points,
    isPaid,
    isDisqualified,
  }: { position: number; points: number; isPaid: boolean; isDisqualified: boolean },
  { requiresPayment }: { requiresPayment: boolean },
): LeftOutReason | null {
  if (position > LEADERBOARD_SIZE) return 'below-the-cut'
  if (isDisqualified) return 'disqualified'
  if (points === 0) return 'no-correct-answer'
  return requiresPayment && !isPaid ? 'not-paid' : null
}

/**
 * Returns why a student is in no row of the boards at a close.
 * @param points the student's points today, in the category at the close
 */
export function whyOnNoBoard(student: {
  category: AgeCategory | null
  isDisqualified: boolean
  boardSize: number
  points: number
}): OutsideReason {
  const { category, isDisqualified, boardSize, points } = student
  if (!category) return 'no-category'
  if (isDisqualified) return 'disqualified'
  return points === 0 || boardSize <= LEADERBOARD_SIZE ? 'no-correct-answer' : 'below-the-cut'
}

/** Returns the months from the first with a draw up to the last closed one, except those that have a list. */
export function monthsToFreeze(options: {
  first: string
  /** The current month. */
  current: string
  frozen: ReadonlySet<string>
  next: (month: string) => string
}): string[] {
  const { first, current, frozen, next } = options
  const months: string[] = []
  for (let month = first; month < current; month = next(month)) if (!frozen.has(month)) months.push(month)
  return months
}

export type DrawEvent = {
  kind: DrawEventKind
  attempt: number
  data: Record<string, unknown>
  at: Date
}

export type DrawState =
  /** The list is public, and the attempt's round has not come or is not known yet. */
  | { state: 'waiting'; due: DueAttempt; dueAt: Date }
  | { state: 'drawn' | 'confirmed'; attempt: number; index: number }
  /** No winner: nobody was in the list, everyone is struck out, or the attempts are used up. */
  | { state: 'ended' }
  /** A later version of the list has replaced this one. */
  | { state: 'voided' }

/** Struck out entries. If the list is short, the nonce seals them until the round is known. */
export type Strikes = { indexes: readonly number[]; nonce?: string }

/** Returns the entries that an event strikes out: with the list, or before a round. */
function toStrikes({ kind, data }: DrawEvent): Strikes | undefined {
  if (kind === 'struck') return data as Strikes
  return kind === 'published' ? (data as { strikes?: Strikes }).strikes : undefined
}

/** Returns the numbers struck out of a draw so far, including sealed ones. */
export function listStruck(events: readonly DrawEvent[]): Set<number> {
  return new Set(events.flatMap((event) => toStrikes(event)?.indexes ?? []))
}

/** Returns a draw's published notices, oldest first. A seal is opened once its attempt's winner is drawn. */
export function toNotices({
  draw: { protocol },
  events,
}: {
  draw: { protocol: Protocol }
  events: readonly DrawEvent[]
}): DrawNotice[] {
  return events.flatMap((event): DrawNotice[] => {
    const { kind, attempt, data } = event
    const at = event.at.toISOString()
    const strikes = toStrikes(event)
    if (strikes) return [toStrikeNotice(strikes, { at, attempt })]
    if (kind === 'drawn') {
      const sealed = events.filter((one) => one.attempt === attempt).flatMap((one) => toStrikes(one) ?? [])
      return sealed.flatMap(({ indexes, nonce }) =>
        nonce === undefined ? [] : [{ kind: 'struck', at, attempt, indexes: [...indexes], nonce }],
      )
    }
    if (kind === 'disqualified') {
      const { reason, ...told } = data
      return [{ kind, at, attempt, ...told, ...(protocol === 1 && { reason }) } as DrawNotice]
    }
    if (kind === 'voided') return [{ kind, at, attempt: 0, ...data } as DrawNotice]
    if (kind === 'changed') return [toChangeNotice(event, { draw: { protocol }, events })]
    if (noticeKinds.includes(kind)) return [{ kind, at, attempt, ...data } as DrawNotice]
    return []
  })
}

/** The other event kinds that are published as stored. */
const noticeKinds: readonly DrawEventKind[] = ['fallback', 'witnesses', 'revealed', 'refused']

/**
 * Returns the notice of a change. If the student's line was opened, everyone knows the student, so the notice does not say what
 * was changed.
 */
function toChangeNotice(
  { attempt, data, at }: DrawEvent,
  { draw: { protocol }, events }: { draw: { protocol: Protocol }; events: readonly DrawEvent[] },
): DrawNotice {
  const { change, ...told } = data
  const isOpened =
    protocol > 1 && events.some((one) => one.kind === 'drawn' && one.at <= at && toDrawn(one).index === data['index'])
  return { kind: 'changed', at: at.toISOString(), attempt, ...told, ...(!isOpened && { change }) } as DrawNotice
}

function toStrikeNotice({ indexes, nonce }: Strikes, when: { at: string; attempt: number }): DrawNotice {
  if (nonce === undefined) return { kind: 'struck', ...when, indexes: [...indexes] }
  return { kind: 'sealed', ...when, seal: sealStrikes({ indexes, nonce }) }
}

/** The data of a `drawn` event. */
type Drawn = {
  /** Null if witnesses drew. */
  beacon: BeaconFile | null
  seed: string
  index: number | null
}

export const toDrawn = (event: DrawEvent): Drawn => event.data as Drawn

/** Returns the deciding rounds in order, one for each attempt not drawn by witnesses. */
export function toBeacons(events: readonly DrawEvent[]): BeaconFile[] {
  const drawn = events.filter(({ kind }) => kind === 'drawn').toSorted((a, b) => a.attempt - b.attempt)
  return drawn.flatMap((event) => toDrawn(event).beacon ?? [])
}

/** What a draw's state needs to know about its list. */
type FrozenList = Pick<DrawList, 'protocol' | 'month' | 'round'>

/** Returns a draw's state after its events. */
export function drawState(list: FrozenList, chain: Chain, events: readonly DrawEvent[]): DrawState {
  const has = (kind: DrawEventKind) => events.some((event) => event.kind === kind)
  if (has('voided')) return { state: 'voided' }
  if (has('ended')) return { state: 'ended' }
  const disqualified = events.filter(({ kind }) => kind === 'disqualified').length
  const drawn = events.find(({ kind, attempt }) => kind === 'drawn' && attempt === disqualified)
  if (drawn) {
    const { index } = toDrawn(drawn)
    if (index === null) return { state: 'ended' }
    const isConfirmed = events.some(({ kind, attempt }) => kind === 'confirmed' && attempt === disqualified)
    return { state: isConfirmed ? 'confirmed' : 'drawn', attempt: disqualified, index }
  }
  const due = findDueAttempt(list, { attempt: disqualified, notices: toNotices({ draw: list, events }), chain })
  if (!due) throw new Error(`Attempt ${disqualified} of ${list.month} has no notice that begins it.`)
  return { state: 'waiting', due, dueAt: timeOfRound(due.chain, due.round) }
}

/** What one admin can propose and another agree to. */
export const proposalKinds: readonly DrawEventKind[] = [
  'disqualification-proposed',
  'replacement-proposed',
  'witnesses-proposed',
]

/** The events that end a draw's proposals. */
export const proposalEnds: readonly DrawEventKind[] = [
  'proposal-withdrawn',
  'disqualified',
  'voided',
  'struck',
  'drawn',
  'witnesses',
]

/**
 * Returns the undecided proposal to disqualify the winner, replace the list or name witnesses. Proposals made before entrants
 * are struck out or a winner is drawn can no longer be agreed to.
 */
export function findProposal<E extends DrawEvent>(events: readonly E[]): E | undefined {
  const last = events.findLast(({ kind }) => proposalKinds.includes(kind) || proposalEnds.includes(kind))
  return last && proposalKinds.includes(last.kind) ? last : undefined
}

/** Returns whether a list can be replaced now: until entrants are struck out, an hour before its round. */
export function isReplaceable(state: DrawState, now: Date): boolean {
  if (state.state !== 'waiting' || state.due.attempt > 0) return false
  return now.getTime() < state.dueAt.getTime() - STRIKE_BEFORE_MS
}

/** Returns whether a draw is open: its list is public, and its winner is not confirmed. */
export const isOpen = ({ state }: DrawState) => state === 'waiting' || state === 'drawn'

/** Returns whether admins can no longer change who can win: from two hours before the round until it is drawn. */
export function isClosedForChanges(state: DrawState, now: Date): boolean {
  return state.state === 'waiting' && now.getTime() >= state.dueAt.getTime() - CHANGES_CLOSE_BEFORE_MS
}
