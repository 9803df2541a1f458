// The rules of a month as published text. The list of the draw contains their hash, so no rule can change afterwards.
import { hexToBytes, bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type AgeCategory, STUDENT_USERNAME_MAX, AGE_MAX, AGE_MIN } from '../../accounts/rules.ts'
import { hashNamedRow, leafOf, type Protocol, disqualificationLabels } from './list.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { LEADERBOARD_SIZE } from '../../leaderboard/endpoints.ts'
import { MAX_ATTEMPTS, defaultChain } from './schedule.ts'
import { monthCloses } from '../rules.ts'

/** The letter in front of a hash: of a list, of the notices so far, or of an entrant's own line in a list. */
export const codeLetters = { list: 'L', notices: 'N', line: 'R' } as const
export type CodeKind = keyof typeof codeLetters

/** Formats a hash as messages show it. @param hash in hex */
export const formatCode = (kind: CodeKind, hash: string): string => `${codeLetters[kind]}-${hash}`

// The parts of a message that let its reader check the draw: receipts, and codes whose first letter says what they cover.

/** The values that an entrant's own line in a list is computed from. The nonce is in hex. */
export type Receipt =
  | { protocol: 1; month: string; studentId: string; nonce: string }
  | {
      protocol: 2
      month: string
      category: AgeCategory
      place: number
      points: number
      nonce: string
      username: string
    }

/** Formats a receipt as one line, as messages and the app show it. */
export function formatReceipt(receipt: Receipt): string {
  const { protocol, month, nonce } = receipt
  const parts =
    receipt.protocol === 1
      ? [receipt.studentId, nonce]
      : [receipt.category, receipt.place, receipt.points, nonce, receipt.username]
  return [`DRAW/${protocol} receipt`, month, ...parts].join(' ')
}

/** Returns the line in the list that belongs to a receipt. */
export function hashReceipt(receipt: Receipt): string {
  const nonce = hexToBytes(receipt.nonce)
  return receipt.protocol === 1 ? leafOf({ ...receipt, nonce }) : hashNamedRow({ ...receipt, nonce })
}

/** What an entrant was told about a draw. The codes are in hex without their letters; a short one is the beginning of its hash. */
export type Told = {
  codes: Partial<Record<CodeKind, string>>
  /** A hash without a letter, as in older messages: of a list, of notices, or a line. */
  plain?: string | undefined
  receipt?: Receipt | undefined
}

const MONTH = String.raw`(\d{4}-(?:0[1-9]|1[0-2]))`
const receiptPatterns = {
  1: new RegExp(String.raw`DRAW/1 receipt ${MONTH} ([0-9a-f-]{36}) ([0-9a-f]{64})(?![0-9a-f])`, 'i'),
  2: new RegExp(
    String.raw`DRAW/2 receipt ${MONTH} (5-10|11-20) (\d{1,4}) (\d{1,9}) ([0-9a-f]{64}) ([\w.-]{1,${STUDENT_USERNAME_MAX}})`,
    'i',
  ),
}

function readReceipt(text: string): Receipt | undefined {
  const [, month = '', studentId, nonce] = receiptPatterns[1].exec(text) ?? []
  if (studentId !== undefined && nonce !== undefined)
    return { protocol: 1, month, studentId: studentId.toLowerCase(), nonce: nonce.toLowerCase() }
  const [matched, ofMonth = '', category, place, points, secret = '', username = ''] =
    receiptPatterns[2].exec(text) ?? []
  if (matched === undefined) return undefined
  return {
    protocol: 2,
    month: ofMonth,
    category: category === '5-10' ? '5-10' : '11-20',
    place: Number(place),
    points: Number(points),
    nonce: secret.toLowerCase(),
    username,
  }
}

/** A text message contains only the beginning of a hash. */
const HASH = '([0-9a-f]{64}|[0-9a-f]{16})(?![0-9a-f])'
const plainPattern = new RegExp(`^${HASH}$`, 'i')

/** Finds the codes and the receipt in pasted text, which may be a whole message. @returns undefined if there are none */
export function readTold(text: string): Told | undefined {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const receipt = readReceipt(line)
  const codes: Told['codes'] = {}
  for (const kind of ['list', 'notices', 'line'] as const) {
    const [, hash] = new RegExp(String.raw`\b${codeLetters[kind]}-${HASH}`, 'i').exec(line) ?? []
    if (hash !== undefined) codes[kind] = hash.toLowerCase()
  }
  if (receipt || Object.keys(codes).length > 0) return { codes, receipt }
  const [, plain] = plainPattern.exec(line.replaceAll(' ', '')) ?? []
  if (plain !== undefined) return { codes, plain: plain.toLowerCase() }
  return findHashes(line)
}

/** Finds the hash in a message from before codes had letters. If it has several, the first is the list's. */
function findHashes(line: string): Told | undefined {
  const [, plain] = /(?:^|[^0-9a-z-])([0-9a-f]{64})(?![0-9a-z])/i.exec(line) ?? []
  return plain === undefined ? undefined : { codes: {}, plain: plain.toLowerCase() }
}

// Hides who is struck out of a short list until its round is known, but commits to it beforehand.

/** A list with fewer entries is short: among few people, a struck-out number reveals something about a child. */
export const SHORT_LIST = 20

/**
 * Returns the seal of the struck-out numbers: the SHA-256 of the numbers, joined by commas, followed by a nonce. In hex.
 * @param nonce 32 random bytes, in hex
 */
export function sealStrikes({ indexes, nonce }: { indexes: readonly number[]; nonce: string }): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(indexes.join(',')), hexToBytes(nonce))))
}

export type DrawRules = {
  protocol: Protocol
  /** YYYY-MM */
  month: string
  requiresPayment: boolean
  /** The chain whose round decides: its hash, and its name for people. */
  chain: { hash: string; beaconId: string }
}

/** Returns the protocol of a month's draw, as the first line of its rules says. */
export function readProtocol(rules: string): Protocol {
  return rules.startsWith('DRAW/2\n') ? 2 : 1
}

/** Returns the text of the rules: one sentence on each line, with a line feed after each. */
export function formatDrawRules(rules: DrawRules): string {
  const { protocol, month, requiresPayment, chain } = rules
  const { closesAt } = monthCloses(month)
  const payment = 'The payment was made before the month closed, and was known when the list was frozen.'
  const may = `${AGE_MIN} to ${AGE_MAX} years old when the month closes, have answered at least one question correctly, and were not disqualified before the list was frozen.${requiresPayment ? ` ${payment}` : ''}`
  const own = protocol === 1 ? listRules(may) : boardRules(may)
  return [
    ...(protocol === 1 ? [] : [`DRAW/${protocol}`]),
    `RULES OF THE SCHOLARSHIP DRAW OF ${month}`,
    `1. The month closes at ${closesAt.toISOString()}. Points of answers up to then count.`,
    `2. Each age category has a leaderboard: most points first, then who reached them first, then the id of the entry.`,
    own.list,
    own.entrants,
    own.line,
    `6. The hash of the list is published at least 48 hours before the draw.`,
    `7. The round of the chain ${chain.beaconId} (${chain.hash}) at 12:00 UTC on the 3rd of the next month decides, or that of the first day at least 48 hours after a list that was late.`,
    own.strikes,
    `9. The ${protocol === 1 ? 'entrants' : 'entries'} are put in an order by the list and the round. The first ${protocol === 1 ? 'who' : 'that'} is not struck out wins.`,
    own.redraw,
    `11. If the chain gives no round for seven days, the round of the chain ${defaultChain.beaconId} (${defaultChain.hash}) at the same time decides. If a round of the first chain is brought before that, it decides.${protocol === 1 ? '' : ' Anybody may bring a round: its signature proves it.'}`,
    `12. If the chain of rule 11 gives no round for seven days either, witnesses draw: at least three from outside, and Baobab. Each publishes the hash of a secret number first. Once all secret numbers are published, they and the list give the order. A witness who has not published the secret number after seven days is named, and other witnesses take the place of all of them. A round that is brought before all secret numbers are published decides.`,
    own.missing,
    `14. A guardian of a winner who is a child has to agree before the prize is given.`,
    '',
  ].join('\n')
}

type OwnRules = Record<'list' | 'entrants' | 'line' | 'strikes' | 'redraw' | 'missing', string>

/** The rules that only protocol 1 has. @param may who may be in the list */
function listRules(may: string): OwnRules {
  return {
    list: `3. The first ${LEADERBOARD_SIZE} of each leaderboard are the list. Whoever does not meet rule 4 is left out and not replaced.`,
    entrants: `4. Entrants are ${may}`,
    line: `5. Each entrant is a line of the list: a hash of the month, the id of the student and a secret number that only the student gets. The lines are sorted.`,
    strikes: `8. Entrants whose case is not decided one hour before the round, or who were disqualified or deleted their account since the list was frozen, are struck out. Their numbers are published at least half an hour before the round.`,
    redraw: `10. A winner may be disqualified for a published reason only. The first round at least 24 hours after that is published decides the next attempt, on the same list. There are at most ${MAX_ATTEMPTS} attempts.`,
    missing: `13. Whoever is missing from the list can say so until one hour before the round. If somebody who may win is missing, the whole list is published again, one hour before the round at the latest. The list of before is void and stays public with the reason, and rule 7 gives the new list its round.`,
  }
}

/** The rules that replace them in protocol 2: everybody on a leaderboard has a line. @param may who may win */
function boardRules(may: string): OwnRules {
  return {
    list: `3. The first ${LEADERBOARD_SIZE} of each leaderboard are the list: one line for each place, and the list names the hash of both leaderboards. Nobody is left out and nobody is added.`,
    entrants: `4. Students can win if they are ${may} All others are struck out by number. The numbers are published together with the list.`,
    line: `5. A line of the list is a hash of the month, the category, the place, the points, the username and a secret number that only the student gets. The lines are sorted. The line of the winner is opened after the draw.`,
    strikes: `8. Students whose case is not decided one hour before the round of an attempt, or who were disqualified or deleted their account since the list was frozen, are struck out too. Their numbers are published at least half an hour before the round. If the list has fewer than ${SHORT_LIST} lines, a hash of the numbers and a secret number is published in place of all numbers that are struck out, and the numbers after the round.`,
    redraw: `10. A winner may be disqualified for one of these reasons only: ${Object.values(disqualificationLabels).join(', ')}. The reason is told to the winner and is not published. The first round at least 24 hours after the disqualification is published decides the next attempt, on the same list. There are at most ${MAX_ATTEMPTS} attempts.`,
    missing: `13. A student who is struck out, or is missing from a leaderboard, can object until one hour before the round. If somebody who may win was struck out with the list or is missing, the whole list is published again, one hour before the round at the latest. The list of before is void and stays public with the reason, and rule 7 gives the new list its round.`,
  }
}

/** Returns the SHA-256 of a text, in hex. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
