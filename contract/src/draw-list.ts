// The frozen list of a draw, as text that has exactly one form, so that everybody computes the same hash of it.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export type DrawList = {
  /** YYYY-MM */
  month: string
  /** The last millisecond in which points count. */
  closesAt: Date
  /** The SHA-256 of the rules, in hex. */
  rulesHash: string
  /** The hash of the chain whose round decides. */
  chainHash: string
  round: number
  /** One for each entrant, in ascending order; 64 hex digits each. An entrant's number is the position here, from 0. */
  leaves: readonly string[]
}

/** The text of a list is not in its one form. */
export class DrawListError extends Error {}

/**
 * Returns an entrant's line of the list: it reveals neither the student nor the rank, and whoever knows the nonce can prove
 * whose it is.
 * @param nonce 32 random bytes, for this student and draw
 */
export function leafOf({ month, studentId, nonce }: { month: string; studentId: string; nonce: Uint8Array }): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(`DRAW/1 leaf\n${month}\n${studentId}\n`), nonce)))
}

/** Returns the one text of a list: ASCII, with a line feed after each line. */
export function formatDrawList({ month, closesAt, rulesHash, chainHash, round, leaves }: DrawList): string {
  const head = [
    'DRAW/1',
    `month ${month}`,
    `closes ${closesAt.toISOString()}`,
    `rules ${rulesHash}`,
    `chain ${chainHash}`,
    `round ${round}`,
    `count ${leaves.length}`,
  ]
  return [...head, ...leaves.map((leaf, index) => `${index} ${leaf}`), ''].join('\n')
}

const HASH = '[0-9a-f]{64}'
const NUMBER = '0|[1-9][0-9]{0,14}'
const headPattern = new RegExp(
  `^DRAW/1\\nmonth (\\d{4}-(?:0[1-9]|1[0-2]))\\ncloses (\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)\\n` +
    `rules (${HASH})\\nchain (${HASH})\\nround (${NUMBER})\\ncount (${NUMBER})\\n`,
)

/** Reads the text of a list. @throws DrawListError if it is not exactly what `formatDrawList` returns */
export function parseDrawList(text: string): DrawList {
  const head = headPattern.exec(text)
  if (!head) throw new DrawListError('The first seven lines are not those of a draw.')
  const [matched, month = '', closes = '', rulesHash = '', chainHash = '', round = '', count = ''] = head
  const leaves = text
    .slice(matched.length)
    .split('\n')
    .slice(0, -1)
    .map((line) => line.slice(line.indexOf(' ') + 1))
  const list = { month, closesAt: new Date(closes), rulesHash, chainHash, round: Number(round), leaves }
  if (leaves.length !== Number(count)) throw new DrawListError(`The list has ${leaves.length} lines and says ${count}.`)
  const wrong = leaves.findIndex(
    (leaf, at) => !/^[0-9a-f]{64}$/.test(leaf) || (at > 0 && leaf <= (leaves[at - 1] ?? '')),
  )
  if (wrong >= 0) throw new DrawListError(`Entry ${wrong} is not a hash, or not in its place.`)
  if (Number.isNaN(list.closesAt.getTime()) || formatDrawList(list) !== text)
    throw new DrawListError('The list is not in its one form.')
  return list
}

/** Returns the SHA-256 of a list's text. */
export function hashDrawList(text: string): Uint8Array {
  return sha256(utf8ToBytes(text))
}
