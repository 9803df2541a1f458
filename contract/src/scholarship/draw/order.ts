// Turns a list and a round of public randomness into an order of all entrants. Every entrant has exactly the same chance.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Chain } from './schedule.ts'
import { hmac } from '@noble/hashes/hmac.js'
import type { Protocol } from './list.ts'

// The public randomness that decides a draw: rounds of a drand chain (https://drand.love). Each round is a signature of its number
// by a group of independent organisations. Nobody can know it in advance, and anybody can check it.

export type Beacon = {
  round: number
  /** In hex. */
  signature: string
  /** The previous round's signature, in hex; only on a chained chain. */
  previousSignature?: string | undefined
}

/** Encodes a whole number as eight bytes, big-endian. */
export function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/**
 * Computes the name of a chain from its facts, as drand does (`chain.Info.Hash`). The name in a list therefore commits to the
 * public key, no matter who sends the key.
 */
export function hashChain({ period, genesis, publicKey, groupHash, beaconId }: Omit<Chain, 'hash'>): string {
  const seconds = new Uint8Array(4)
  new DataView(seconds.buffer).setUint32(0, period)
  const id = beaconId === 'default' ? '' : beaconId
  return bytesToHex(
    sha256(concatBytes(seconds, uint64(genesis), hexToBytes(publicKey), hexToBytes(groupHash), utf8ToBytes(id))),
  )
}

export const UNCHAINED_TAG = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const CHAINED_TAG = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_'

// Skips the tables of multiples of the base points: building them takes longer than the single check that a phone makes.
bls12_381.G1.Point.BASE.precompute(1)
bls12_381.G2.Point.BASE.precompute(1)

/** Whether this is the chain's signature for the round. Takes about 30 ms on a laptop. */
export function isBeaconValid(chain: Chain, { round, signature, previousSignature }: Beacon): boolean {
  try {
    const publicKey = hexToBytes(chain.publicKey)
    if (chain.scheme === 'unchained') {
      const { shortSignatures } = bls12_381
      const message = shortSignatures.hash(sha256(uint64(round)), UNCHAINED_TAG)
      return shortSignatures.verify(hexToBytes(signature), message, publicKey)
    }
    const { longSignatures } = bls12_381
    const chained = sha256(concatBytes(hexToBytes(previousSignature ?? ''), uint64(round)))
    return longSignatures.verify(hexToBytes(signature), longSignatures.hash(chained, CHAINED_TAG), publicKey)
  } catch {
    // The library throws if the bytes are not a point on the curve.
    return false
  }
}

/** Returns what a round contributes to a draw: the SHA-256 of its signature. */
export function randomnessOf({ signature }: Beacon): Uint8Array {
  return sha256(hexToBytes(signature))
}

/**
 * Returns the seed of one attempt of a draw.
 * @param protocol the protocol of the list
 * @param listHash the SHA-256 of the list's text
 * @param attempt 0 for the draw, 1 for the first repetition after a disqualification, and so on
 * @param randomness the SHA-256 of the beacon's signature
 */
export function drawSeed(
  protocol: Protocol,
  { listHash, attempt, randomness }: { listHash: Uint8Array; attempt: number; randomness: Uint8Array },
): Uint8Array {
  return sha256(concatBytes(utf8ToBytes(`DRAW/${protocol} seed\n`), listHash, uint64(attempt), randomness))
}

const PIECE_BYTES = 6
const PIECES = 256 ** PIECE_BYTES

/** Yields whole numbers of 48 bits: consecutive pieces of HMAC-SHA256(seed, 0), HMAC-SHA256(seed, 1) and so on. */
export function* pieces(seed: Uint8Array): Generator<number, never> {
  let buffer: Uint8Array = new Uint8Array()
  for (let counter = 0; ; counter += 1) {
    buffer = concatBytes(buffer, hmac(sha256, seed, uint64(counter)))
    let at = 0
    for (; at + PIECE_BYTES <= buffer.length; at += PIECE_BYTES) {
      yield buffer.subarray(at, at + PIECE_BYTES).reduce((value, byte) => value * 256 + byte, 0)
    }
    buffer = buffer.slice(at)
  }
}

/**
 * Takes numbers until one is below the largest multiple of `count`, and returns its remainder. Using the skipped numbers would make
 * small remainders more likely.
 * @throws RangeError if `count` is below 1, because no number would do
 */
export function numberBelow(count: number, source: Iterator<number, never>): number {
  if (count < 1) throw new RangeError('There is no number below 1.')
  const limit = PIECES - (PIECES % count)
  for (;;) {
    const { value } = source.next()
    if (value < limit) return value % count
  }
}

/** Shuffles the numbers 0 to count - 1 by a seed: a Fisher-Yates shuffle from the front. */
export function drawOrder(seed: Uint8Array, count: number): number[] {
  const source = pieces(seed)
  const order = Array.from({ length: count }, (_, index) => index)
  for (let front = 0; front + 1 < count; front += 1) {
    const other = front + numberBelow(count - front, source)
    const [one, two] = [order[front], order[other]]
    if (one === undefined || two === undefined) throw new RangeError('A position outside the list was drawn.')
    order[front] = two
    order[other] = one
  }
  return order
}

/** Returns the first entrant in the order who is not struck out, or undefined if all are. */
export function findWinner(order: readonly number[], struck: ReadonlySet<number>): number | undefined {
  return order.find((index) => !struck.has(index))
}
