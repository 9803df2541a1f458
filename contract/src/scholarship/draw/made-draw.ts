// A protocol 2 draw that was published as a test vector: anybody can reproduce it.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { toChainFile } from './check-draw.ts'
import { hashChain, randomnessOf, uint64, UNCHAINED_TAG } from './order.ts'
import { type Chain, quicknet, roundAt } from './schedule.ts'
import type { BeaconFile, ChainFile } from './files.ts'
import { ageCategories } from '../../accounts/rules.ts'
import { formatBoard, formatDrawList, hashNamedRow, type NamedRow } from './list.ts'
import { hashText } from './rules.ts'
import { monthCloses } from '../rules.ts'

// Makes rounds of a chain whose key we hold, like the sandbox does. For tests and rehearsals only, because such a chain proves
// nothing.

export type MadeChain = { chain: Chain; file: ChainFile; sign(round: number): BeaconFile }

const SEED_BYTES = 48

/** Makes a chain whose secret key is derived from a text. */
export function makeChain(secret: string, { period = 3, genesis = 1_700_000_000 } = {}): MadeChain {
  const { shortSignatures } = bls12_381
  const { secretKey, publicKey } = shortSignatures.keygen(sha512(utf8ToBytes(secret)).slice(0, SEED_BYTES))
  const facts = {
    publicKey: bytesToHex(publicKey.toBytes()),
    period,
    genesis,
    groupHash: bytesToHex(sha256(utf8ToBytes(`group of ${secret}`))),
    beaconId: 'rehearsal',
    scheme: 'unchained' as const,
  }
  const chain: Chain = { ...facts, hash: hashChain(facts) }
  return {
    chain,
    file: toChainFile(chain),
    sign(round) {
      const point = shortSignatures.sign(shortSignatures.hash(sha256(uint64(round)), UNCHAINED_TAG), secretKey)
      const signature = bytesToHex(point.toBytes())
      return { round, signature, randomness: bytesToHex(randomnessOf({ round, signature })) }
    },
  }
}

const month = '2026-12'

/** Makes the rows of both leaderboards, alternating between them. */
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

/** A made-up draw: `rows` are in order of points, `leaves` in the order of the list. */
export type MadeDraw = {
  rows: NamedRow[]
  leaves: string[]
  list: string
  boards: Record<(typeof ageCategories)[number], string>
  round: number
}

/** Makes a draw with this many rows. */
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
