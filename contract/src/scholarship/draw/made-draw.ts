// A draw of protocol 2 that was published as a vector: anybody can make the same.
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { ageCategories } from '../../accounts/age.ts'
import { formatBoard } from './board.ts'
import { quicknet, roundAt, type Chain } from './chain.ts'
import { formatDrawList, hashNamedRow, type NamedRow } from './list.ts'
import { hashText } from './rules.ts'
import { monthCloses } from '../month.ts'

const month = '2026-12'

/** Makes the rows of both leaderboards, in turns. */
function makeRows(count: number): NamedRow[] {
  return Array.from({ length: count }, (_, i) => ({
    month,
    category: i % 2 === 0 ? '5-10' : '11-20',
    place: Math.floor(i / 2) + 1,
    points: 20_000 - 10 * i,
    username: `user-${i}`,
    nonce: sha256(utf8ToBytes(`nonce-${i}`)),
  }))
}

/** A made draw: `rows` are in the order of the points, `leaves` in that of the list. */
export type MadeDraw = {
  rows: NamedRow[]
  leaves: string[]
  list: string
  boards: Record<(typeof ageCategories)[number], string>
  round: number
}

/** Makes a draw of so many rows. */
export function makeDraw(count: number, chain: Chain = quicknet): MadeDraw {
  const { closesAt, drawsAt } = monthCloses(month)
  const rows = makeRows(count)
  const points = (one: string) => rows.filter(({ category }) => category === one).map((row) => row.points)
  const [young, old] = [points('5-10'), points('11-20')]
  const boards = { '5-10': formatBoard(young), '11-20': formatBoard(old) }
  const leaves = rows.map(hashNamedRow).toSorted()
  const round = roundAt(chain, drawsAt)
  const list = formatDrawList({
    protocol: 2,
    month,
    closesAt,
    rulesHash: hashText('rules-v2'),
    chainHash: chain.hash,
    round,
    boards: {
      '5-10': { rows: young.length, hash: hashText(boards['5-10']) },
      '11-20': { rows: old.length, hash: hashText(boards['11-20']) },
    },
    leaves,
  })
  return { rows, leaves, list, boards, round }
}
