// Makes rounds of a chain with a key of one's own, as the sandbox does. For tests and rehearsals: such a chain proves nothing.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { toChainFile } from './check-draw.ts'
import { hashChain, randomnessOf, uint64, UNCHAINED_TAG } from './beacon.ts'
import type { Chain } from './chain.ts'
import type { BeaconFile, ChainFile } from './files.ts'

export type MadeChain = { chain: Chain; file: ChainFile; sign(round: number): BeaconFile }

const SEED_BYTES = 48

/** Makes a chain from a text that takes the place of the secret key. */
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
