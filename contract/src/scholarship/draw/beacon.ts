// The public randomness that decides a draw: rounds of a drand chain (https://drand.love). Each round is the signature of
// its number by a group of independent organisations. Nobody knows it before its time, and anybody can check it.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Chain } from './chain.ts'

export type Beacon = {
  round: number
  /** In hex. */
  signature: string
  /** The signature of the round before, in hex; only on a chained chain. */
  previousSignature?: string | undefined
}

/** Encodes a whole number as eight bytes, the highest first. */
export function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/**
 * Computes the name of a chain from its facts, as drand does (`chain.Info.Hash`). So the name in a list binds the public
 * key, whoever tells it.
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

// No tables of multiples of the base points: building them takes longer than the one check that a phone makes.
bls12_381.G1.Point.BASE.precompute(1)
bls12_381.G2.Point.BASE.precompute(1)

/** Whether a chain really has this signature for this round. Takes about 30 ms on a laptop. */
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
    // The library throws at bytes that are no point of the curve.
    return false
  }
}

/** Returns what a round contributes to a draw: the SHA-256 of its signature. */
export function randomnessOf({ signature }: Beacon): Uint8Array {
  return sha256(hexToBytes(signature))
}
