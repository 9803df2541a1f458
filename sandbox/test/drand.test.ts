// The random number relay, as the product calls it.
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { onTestFinished, expect, test } from 'vitest'
import { openDrand } from '../src/drand/drand.ts'
import { newFolder } from './open.ts'

const PERIOD_MS = 3_000
const { shortSignatures } = bls12_381

/** Opens a relay whose newest round is the hundredth. */
async function openRelay(folder?: string) {
  const own = folder ?? join(await newFolder(), 'drand')
  let now = new Date(0)
  const drand = await openDrand({ folder: own, now: () => now })
  onTestFinished(() => drand.close())
  const { url, chain } = drand.settings
  now = new Date(chain.genesis_time * 1_000 + 99 * PERIOD_MS)
  const get = async (path: string, signal?: AbortSignal) => {
    const reply = await fetch(url + path, { ...(signal && { signal }) })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }
  const wait = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return {
    folder: own,
    drand,
    chain,
    get,
    wait,
    round: async (name: string | number, signal?: AbortSignal) => get(`/${chain.hash}/public/${name}`, signal),
  }
}

/** Whether a signature is the chain's for a round. */
function isSigned(publicKey: string, round: number, signature: unknown): boolean {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(round))
  const message = createHash('sha256').update(number).digest()
  const hashed = shortSignatures.hash(message, 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_')
  return shortSignatures.verify(Buffer.from(String(signature), 'hex'), hashed, Buffer.from(publicKey, 'hex'))
}

test('the relay describes its chain and returns each past round, signed', async () => {
  const { chain, get, round } = await openRelay()
  expect(await get(`/${chain.hash}/info`)).toEqual({ status: 200, body: chain })
  for (const number of [1, 100]) {
    const { status, body } = await round(number)
    expect({ status, round: body['round'] }).toEqual({ status: 200, round: number })
    expect(isSigned(chain.public_key, number, body['signature'])).toBe(true)
    const signature = Buffer.from(String(body['signature']), 'hex')
    expect(body['randomness']).toBe(createHash('sha256').update(signature).digest('hex'))
  }
})

test('the latest round follows the clock', async () => {
  const { round, wait } = await openRelay()
  expect((await round('latest')).body).toMatchObject({ round: 100 })
  wait(PERIOD_MS - 1)
  expect((await round('latest')).body).toMatchObject({ round: 100 })
  wait(1)
  expect((await round('latest')).body).toEqual((await round(101)).body)
})

test('a future round, one that does not exist and another chain are unknown', async () => {
  const { chain, get, round, wait } = await openRelay()
  for (const name of [101, 0, -1, '1.5', '01', 'newest', '9'.repeat(16)])
    expect(await round(name)).toMatchObject({ status: 404 })
  for (const path of ['/', `/${chain.hash}`, `/${'0'.repeat(64)}/public/1`, `/${chain.hash}/public/1/`])
    expect(await get(path)).toMatchObject({ status: 404 })
  wait(PERIOD_MS)
  expect(await round(101)).toMatchObject({ status: 200 })
})

test('the relay fails as told, and replies again without a fault', async () => {
  const { chain, drand, round } = await openRelay()
  const { body } = await round(7)
  drand.setFault('failing')
  expect(await round(7)).toMatchObject({ status: 500 })
  drand.setFault('silent')
  await expect(round(7, AbortSignal.timeout(300))).rejects.toThrow(/timeout/i)
  drand.setFault('wrong')
  const wrong = (await round(7)).body
  expect(wrong['round']).toBe(7)
  expect(isSigned(chain.public_key, 7, wrong['signature'])).toBe(false)
  expect(isSigned(chain.public_key, 8, wrong['signature'])).toBe(true)
  drand.setFault()
  expect((await round(7)).body).toEqual(body)
})

test('a chain is the same after a restart, and different in another folder', async () => {
  const first = await openRelay()
  const again = await openRelay(first.folder)
  expect(again.chain).toEqual(first.chain)
  expect((await openRelay()).chain.hash).not.toBe(first.chain.hash)
})

test('a key that cannot be read is not replaced', async () => {
  const damaged = join(await newFolder(), 'drand')
  await openRelay(damaged)
  const file = join(damaged, 'seed.bin')
  const cut = (await readFile(file)).subarray(1)
  await writeFile(file, cut)
  await expect(openRelay(damaged)).rejects.toThrow('seed.bin is damaged')
  expect(await readFile(file)).toEqual(cut)
  // A folder instead of the file: reading it fails, even for root.
  const unreadable = join(await newFolder(), 'drand')
  await mkdir(join(unreadable, 'seed.bin'), { recursive: true })
  await expect(openRelay(unreadable)).rejects.toMatchObject({ code: 'EISDIR' })
})
