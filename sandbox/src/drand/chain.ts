// The sandbox's own chain of rounds, using the scheme of drand's quicknet chain. Anybody who has its key knows every round in advance, so a
// draw based on it proves nothing.
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { openFolder, writeDurably } from '../durable-files.ts'

/** A chain as described by drand's relays. */
export type ChainInfo = {
  public_key: string
  period: number
  genesis_time: number
  hash: string
  groupHash: string
  schemeID: 'bls-unchained-g1-rfc9380'
  metadata: { beaconID: string }
}

export type Round = { round: number; randomness: string; signature: string }

export type DrandChain = { info: ChainInfo; sign: (round: number) => Round }

const PERIOD_S = 3
const GENESIS_S = 1_700_000_000
const BEACON_ID = 'baobab-sandbox'
const TAG = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const SEED_BYTES = 48
const NAME = 'seed.bin'

const { shortSignatures } = bls12_381
const sha256 = (...parts: Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

function bigEndian(value: number, bytes: 4 | 8): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (bytes === 4) buffer.writeUInt32BE(value)
  else buffer.writeBigUInt64BE(BigInt(value))
  return buffer
}

async function readOrMakeSeed(folder: string): Promise<Buffer> {
  await openFolder(folder)
  const stored = await readFile(join(folder, NAME)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  // Never replaced: published lists name its chain, and wait for its rounds.
  if (stored && stored.length !== SEED_BYTES) throw new Error(`${join(folder, NAME)} is damaged`)
  if (stored) return stored
  const seed = randomBytes(SEED_BYTES)
  await writeDurably(folder, NAME, seed)
  return seed
}

type Keys = { secretKey: Uint8Array; publicKey: Uint8Array }

/** The keys made from the last seed. Making them takes 30 ms, and tests open many sandboxes with the same seed. */
let made: (Keys & { seed: Buffer }) | undefined

function makeKeys(seed: Buffer): Keys {
  if (!made?.seed.equals(seed)) {
    const { secretKey, publicKey } = shortSignatures.keygen(seed)
    made = { seed, secretKey, publicKey: publicKey.toBytes() }
  }
  return made
}

/**
 * Opens a data folder's chain. Its key is made at the first start.
 * @param given a seed to use instead of its own, which is not stored
 */
export async function openChain(folder: string, given?: Buffer): Promise<DrandChain> {
  const { secretKey, publicKey: key } = makeKeys(given ?? (await readOrMakeSeed(folder)))
  const group = sha256(Buffer.from(BEACON_ID), key)
  const hash = sha256(bigEndian(PERIOD_S, 4), bigEndian(GENESIS_S, 8), key, group, Buffer.from(BEACON_ID))
  const info: ChainInfo = {
    public_key: Buffer.from(key).toString('hex'),
    period: PERIOD_S,
    genesis_time: GENESIS_S,
    hash: hash.toString('hex'),
    groupHash: group.toString('hex'),
    schemeID: 'bls-unchained-g1-rfc9380',
    metadata: { beaconID: BEACON_ID },
  }
  return {
    info,
    sign(round) {
      const message = shortSignatures.hash(sha256(bigEndian(round, 8)), TAG)
      const signature = Buffer.from(shortSignatures.sign(message, secretKey).toBytes())
      return { round, randomness: sha256(signature).toString('hex'), signature: signature.toString('hex') }
    },
  }
}
