// The frozen list of a draw as text. It has exactly one valid form, so everybody computes the same hash.
import { LEADERBOARD_SIZE } from '../../leaderboard/endpoints.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ageCategories, type AgeCategory } from '../../accounts/rules.ts'

// The file of a leaderboard at the close of a month. It contains no usernames, because a file whose hash is published can never be
// erased in part.

/** One row of a leaderboard. */
export type BoardRow = {
  /** From 1, without ties: the total order that decides where the leaderboard is cut. */
  place: number
  points: number
}

const HEADER = 'place,points'

/** Returns the only valid text of a leaderboard. @param points of each row, from place 1 */
export function formatBoard(points: readonly number[]): string {
  return [HEADER, ...points.map((one, at) => `${at + 1},${one}`), ''].join('\n')
}

/** Parses the text of a leaderboard. @returns the points of each row, or undefined if the text is not in its only valid form */
export function parseBoard(text: string): number[] | undefined {
  const points = text
    .split('\n')
    .slice(1, -1)
    .map((line) => Number(line.slice(line.indexOf(',') + 1)))
  const isSorted = points.every((one, at) => at === 0 || one <= (points[at - 1] ?? 0))
  return points.length <= LEADERBOARD_SIZE && isSorted && formatBoard(points) === text ? points : undefined
}

/** Returns the rank that the leaderboard shows for a place: one more than the number of rows with more points. */
export function findRank(points: readonly number[], place: number): number {
  const own = points[place - 1] ?? 0
  return 1 + points.filter((one) => one > own).length
}

// The published reasons for disqualifying a winner or replacing a list.

/** Why an entrant who was drawn does not get the prize. */
export const disqualificationReasons = [
  'duplicate-account',
  'cheating',
  'wrong-age',
  'no-guardian-consent',
  'refused',
  'unreachable',
  'erased',
] as const
export type DisqualificationReason = (typeof disqualificationReasons)[number]

export const disqualificationLabels: Record<DisqualificationReason, string> = {
  'duplicate-account': 'a second account of the same person',
  cheating: 'proven cheating',
  'wrong-age': 'not of the age that the rules ask for',
  'no-guardian-consent': 'no parent or guardian agreed within 14 days',
  refused: 'the winner did not want the prize',
  unreachable: 'the winner could not be reached within 14 days',
  erased: 'the account was deleted',
}

/** Reasons that only apply once 14 days have passed since the draw. */
export const lateReasons: readonly DisqualificationReason[] = ['no-guardian-consent', 'unreachable']

/** Why a later list replaced this one. */
export const replacementReasons = ['missing-entrant'] as const
export type ReplacementReason = (typeof replacementReasons)[number]

export const replacementLabels: Record<ReplacementReason, string> = {
  'missing-entrant': 'somebody who may win was missing',
}

/** The changes by admins that decide whether an entrant can win. */
export const entrantChanges = ['held', 'released', 'disqualified', 'restored'] as const
export type EntrantChange = (typeof entrantChanges)[number]

/**
 * The version of the protocol. In version 1, each line stands for a student who may win. Since version 2, each line stands for a
 * row of a leaderboard, so nobody can be added or left out unnoticed.
 */
export type Protocol = 1 | 2

/** What a list says about a leaderboard: the number of rows in its file, and the file's SHA-256 in hex. */
export type ListedBoard = { rows: number; hash: string }

export type DrawList = {
  protocol: Protocol
  /** YYYY-MM */
  month: string
  /** The last millisecond in which points count. */
  closesAt: Date
  /** The SHA-256 of the rules, in hex. */
  rulesHash: string
  /** The hash of the chain whose round decides. */
  chainHash: string
  round: number
  /** Since protocol 2. */
  boards?: Record<AgeCategory, ListedBoard> | undefined
  /** One for each entry, 64 hex digits each, in ascending order. The number of an entry is its index here, from 0. */
  leaves: readonly string[]
}

/** Thrown if a list's text is not in its only valid form. */
export class DrawListError extends Error {}

/**
 * Returns the line of an entry in a protocol 1 list. It reveals neither the student nor the rank. Anybody who knows the nonce can
 * prove whose line it is.
 * @param nonce 32 random bytes, for this student and draw
 */
export function leafOf({ month, studentId, nonce }: { month: string; studentId: string; nonce: Uint8Array }): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(`DRAW/1 leaf\n${month}\n${studentId}\n`), nonce)))
}

/** A row of a leaderboard, with the values its line in the list is computed from. */
export type NamedRow = BoardRow & {
  /** YYYY-MM */
  month: string
  category: AgeCategory
  /** As shown on the leaderboard. */
  username: string
  /** 32 random bytes, different for each row. */
  nonce: Uint8Array
}

/** Returns the line of a leaderboard row in a protocol 2 list. Without the nonce, nobody can guess whose line it is. */
export function hashNamedRow({ month, category, place, points, username, nonce }: NamedRow): string {
  const text = ['DRAW/2 leaf', month, category, place, points, username, ''].join('\n')
  return bytesToHex(sha256(concatBytes(utf8ToBytes(text), nonce)))
}

/** Returns the only valid text of a list: ASCII, with a line feed after each line. */
export function formatDrawList({
  protocol,
  month,
  closesAt,
  rulesHash,
  chainHash,
  round,
  boards,
  leaves,
}: DrawList): string {
  const head = [
    `DRAW/${protocol}`,
    `month ${month}`,
    `closes ${closesAt.toISOString()}`,
    `rules ${rulesHash}`,
    `chain ${chainHash}`,
    `round ${round}`,
    ...(boards ? ageCategories.map((one) => `board ${one} ${boards[one].rows} ${boards[one].hash}`) : []),
    `count ${leaves.length}`,
  ]
  return [...head, ...leaves.map((leaf, index) => `${index} ${leaf}`), ''].join('\n')
}

/** The number of lines in a list before the line of entry 0. */
export const headLines: Readonly<Record<Protocol, number>> = { 1: 7, 2: 9 }

const HASH = '[0-9a-f]{64}'
const NUMBER = '0|[1-9][0-9]{0,14}'
const headPattern = new RegExp(
  `^DRAW/([12])\\nmonth (\\d{4}-(?:0[1-9]|1[0-2]))\\ncloses (\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)\\n` +
    `rules (${HASH})\\nchain (${HASH})\\nround (${NUMBER})\\n` +
    `(?:board 5-10 (${NUMBER}) (${HASH})\\nboard 11-20 (${NUMBER}) (${HASH})\\n)?count (${NUMBER})\\n`,
)

/** Parses the head of a list, and returns it with its length in characters. */
function parseHead(text: string) {
  const head = headPattern.exec(text)
  if (!head) throw new DrawListError('The first lines are not those of a draw.')
  const [matched, version, month = '', closes = '', rulesHash = '', chainHash = '', round, ...rest] = head
  const [youngRows, youngHash, oldRows, oldHash, count] = rest
  const protocol: Protocol = version === '2' ? 2 : 1
  const boards: DrawList['boards'] =
    youngHash !== undefined && oldHash !== undefined
      ? { '5-10': { rows: Number(youngRows), hash: youngHash }, '11-20': { rows: Number(oldRows), hash: oldHash } }
      : undefined
  if ((protocol === 2) !== (boards !== undefined)) throw new DrawListError('The first lines are not those of a draw.')
  const facts = { protocol, month, closesAt: new Date(closes), rulesHash, chainHash, round: Number(round), boards }
  return { facts, count: Number(count), length: matched.length }
}

/** Parses the text of a list. @throws DrawListError if it is not exactly what `formatDrawList` returns */
export function parseDrawList(text: string): DrawList {
  const { facts, count, length } = parseHead(text)
  const leaves = text
    .slice(length)
    .split('\n')
    .slice(0, -1)
    .map((line) => line.slice(line.indexOf(' ') + 1))
  const list = { ...facts, leaves }
  if (leaves.length !== count) throw new DrawListError(`The list has ${leaves.length} lines but says ${count}.`)
  const { boards } = facts
  const rows = boards && boards['5-10'].rows + boards['11-20'].rows
  if (rows !== undefined && rows !== count)
    throw new DrawListError(`The list has ${count} lines, but the leaderboards have ${rows} rows.`)
  const wrong = leaves.findIndex(
    (leaf, at) => !/^[0-9a-f]{64}$/.test(leaf) || (at > 0 && leaf <= (leaves[at - 1] ?? '')),
  )
  if (wrong >= 0) throw new DrawListError(`Entry ${wrong} is not a hash, or not in its place.`)
  if (Number.isNaN(list.closesAt.getTime()) || formatDrawList(list) !== text)
    throw new DrawListError('The list is not in its only valid form.')
  return list
}

/** Returns the SHA-256 of a list's text. */
export function hashDrawList(text: string): Uint8Array {
  return sha256(utf8ToBytes(text))
}
