import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder, writeDurably } from '../durable-files.ts'
import { isRecord, readJson } from '../json.ts'

export type Keys = { secretKey: string; publicKey: string }

const NAME = 'keys.json'

/** The keys of the sandbox's only merchant, generated once and stored. */
export async function openKeys(folder: string): Promise<Keys> {
  await openFolder(folder)
  const stored = readJson(await readFile(join(folder, NAME), 'utf8').catch(() => ''))
  if (isRecord(stored) && typeof stored['secretKey'] === 'string' && typeof stored['publicKey'] === 'string')
    return { secretKey: stored['secretKey'], publicKey: stored['publicKey'] }
  const keys = {
    secretKey: `sk_test_${randomBytes(20).toString('hex')}`,
    publicKey: `pk_test_${randomBytes(20).toString('hex')}`,
  }
  await writeDurably(folder, NAME, Buffer.from(JSON.stringify(keys)))
  return keys
}
