// The product's clients at the providers, and the providers' keys. Made once per data folder, so that people who have signed up stay signed
// up after a restart.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { openFolder, writeDurably } from '../durable-files.ts'
import { providers, type Provider } from './providers.ts'

export type ClientKeys = { clientId: string; clientSecret: string }

export type ProviderKeys = {
  clients: Record<Provider, ClientKeys>
  /** Checks Apple's client secret. PEM. */
  applePublicKey: string
  /** Returns the key that signs id tokens. Made on first use, because that takes a while. */
  signingKey(): Promise<{ privateKey: CryptoKey; publicJwk: JWK }>
}

export const APPLE_TEAM = 'TEAM123456'
export const APPLE_KEY = 'KEY1234567'
export const KEY_ID = 'sandbox-1'

const CLIENTS = 'clients.json'
const SIGNING = 'signing-key.json'

type Clients = Pick<ProviderKeys, 'clients' | 'applePublicKey'>

async function makeClients(): Promise<Clients> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const entries = providers.map((provider) => [
    provider,
    { clientId: `baobab-${provider}`, clientSecret: `${provider}-_${randomBytes(18).toString('base64url')}` },
  ])
  const clients = Object.fromEntries(entries) as Record<Provider, ClientKeys>
  clients.apple.clientSecret = await exportPKCS8(privateKey)
  return { clients, applePublicKey: await exportSPKI(publicKey) }
}

/** Returns what is stored, or makes and stores it. A file that cannot be read is an error and is not replaced. */
async function readOrMake<T>(folder: string, name: string, make: () => Promise<T>): Promise<T> {
  const path = join(folder, name)
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8')) as T
  const made = await make()
  await writeDurably(folder, name, Buffer.from(JSON.stringify(made)))
  return made
}

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return exportJWK(privateKey)
}

function toPublic({ kty, n, e }: JWK): JWK {
  return { ...(kty ? { kty } : {}), ...(n ? { n } : {}), ...(e ? { e } : {}), kid: KEY_ID, use: 'sig', alg: 'RS256' }
}

/** Opens a data folder's keys. */
export async function openProviderKeys(folder: string): Promise<ProviderKeys> {
  await openFolder(folder)
  const clients = await readOrMake(folder, CLIENTS, makeClients)
  let signing: Promise<{ privateKey: CryptoKey; publicJwk: JWK }> | undefined
  const openSigning = async () => {
    const jwk = await readOrMake(folder, SIGNING, makeSigningKey)
    return { privateKey: (await importJWK(jwk, 'RS256')) as CryptoKey, publicJwk: toPublic(jwk) }
  }
  return { ...clients, signingKey: () => (signing ??= openSigning()) }
}
