// Turns a closed month's leaderboards into the lines of its list.
import { randomBytes } from 'node:crypto'
import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { formatBoard, hashNamedRow, leafOf, type Protocol } from '@baobab/contract/scholarship/draw/list.ts'
import { hashText, SHORT_LIST } from '@baobab/contract/scholarship/draw/rules.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import type { BoardEntry } from './read-boards.ts'
import { whyLeftOut, type LeftOutReason, type Strikes } from './rules.ts'
import type { StoredBoards } from './tables.ts'

const NONCE_BYTES = 32

/** A leaderboard entry with its line in the list; `index` is undefined if it has none. */
export type NumberedEntry<P> = P & {
  leftOut: LeftOutReason | null
  nonce: Buffer
  leaf: string
  index: number | undefined
}

/** A list's lines in order, and the entries with their numbers. */
type Numbered<P> = { leaves: string[]; rows: NumberedEntry<P>[] }

/**
 * Gives each entry a secret number and thereby a line in the list. The lines are sorted, which determines the numbers. In
 * protocol 1, only students who can win have a line; since protocol 2, everyone above the cut does.
 */
export function numberEntries<P extends BoardEntry>(
  entries: readonly P[],
  { protocol, month, requiresPayment }: { protocol: Protocol; month: string; requiresPayment: boolean },
): Numbered<P> {
  const rows = entries.map((entry) => {
    const leftOut = whyLeftOut(entry, { requiresPayment })
    const nonce = randomBytes(NONCE_BYTES)
    const { studentId, ageCategory: category, position: place, points, username } = entry
    const leaf =
      protocol === 1
        ? leafOf({ month, studentId, nonce })
        : hashNamedRow({ month, category, place, points, username, nonce })
    return { ...entry, leftOut, nonce, leaf }
  })
  const isListed = ({ leftOut }: { leftOut: LeftOutReason | null }) =>
    protocol === 1 ? leftOut === null : leftOut !== 'below-the-cut'
  const leaves = rows.filter(isListed).map(({ leaf }) => leaf)
  leaves.sort()
  const indexes = new Map(leaves.map((leaf, index) => [leaf, index]))
  return { leaves, rows: rows.map((row) => ({ ...row, index: isListed(row) ? indexes.get(row.leaf) : undefined })) }
}

/** Returns a list's entries that cannot win, as published together with it; sealed if the list is short. */
export function strikeWithList({ leaves, rows }: Numbered<BoardEntry>): Strikes {
  const indexes = rows
    .flatMap(({ leftOut, index }) => (leftOut !== null && index !== undefined ? [index] : []))
    .toSorted((one, other) => one - other)
  return seal(indexes, leaves.length)
}

/** Returns struck out numbers, hidden with a nonce if the list is short. */
export function seal(indexes: readonly number[], entrantCount: number): Strikes {
  return entrantCount < SHORT_LIST ? { indexes, nonce: randomBytes(NONCE_BYTES).toString('hex') } : { indexes }
}

/** Returns what the list says about both leaderboards, and how many students they showed. */
export function summarizeBoards(entries: readonly BoardEntry[]): StoredBoards {
  const [young, old] = ageCategories.map((category) => {
    const own = entries.filter((entry) => entry.ageCategory === category)
    const points = own.filter(({ position }) => position <= LEADERBOARD_SIZE).map((one) => one.points)
    return { rows: points.length, hash: hashText(formatBoard(points)), shown: own[0]?.boardSize ?? 0 }
  })
  if (!young || !old) throw new Error('There are two categories.')
  return { '5-10': young, '11-20': old }
}
