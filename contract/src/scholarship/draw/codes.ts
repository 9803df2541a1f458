// What a message about a draw carries for a check: codes that tell by their first letter what they are of, and receipts.
import { hexToBytes } from '@noble/hashes/utils.js'
import type { AgeCategory } from '../../accounts/age.ts'
import { codeLetters, type CodeKind } from './code.ts'
import { hashNamedRow, leafOf } from './list.ts'
import { STUDENT_USERNAME_MAX } from '../../accounts/limits.ts'

/** What the own line in a list is computed from. The nonce is in hex. */
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

/** Returns a receipt in one line, as messages and the app show it. */
export function formatReceipt(receipt: Receipt): string {
  const { protocol, month, nonce } = receipt
  const parts =
    receipt.protocol === 1
      ? [receipt.studentId, nonce]
      : [receipt.category, receipt.place, receipt.points, nonce, receipt.username]
  return [`DRAW/${protocol} receipt`, month, ...parts].join(' ')
}

/** Returns the line in the list that a receipt gives. */
export function hashReceipt(receipt: Receipt): string {
  const nonce = hexToBytes(receipt.nonce)
  return receipt.protocol === 1 ? leafOf({ ...receipt, nonce }) : hashNamedRow({ ...receipt, nonce })
}

/** What somebody was told about a draw. The codes are in hex, without their letters; a short one is the beginning of its hash. */
export type Told = {
  codes: Partial<Record<CodeKind, string>>
  /** A hash without a letter, as messages had them once: of a list or of notices, or a line. */
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

/** A text message has the beginning of a hash only. */
const HASH = '([0-9a-f]{64}|[0-9a-f]{16})(?![0-9a-f])'
const plainPattern = new RegExp(`^${HASH}$`, 'i')

/** Finds the codes and the receipt in what somebody has pasted, be it a whole message. @returns undefined if there are none */
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

/** Finds the hash in a message of the time before the letters. Of several, the first: that of the list. */
function findHashes(line: string): Told | undefined {
  const [plain] = /(?<![0-9a-z-])[0-9a-f]{64}(?![0-9a-z])/i.exec(line) ?? []
  return plain === undefined ? undefined : { codes: {}, plain: plain.toLowerCase() }
}
