// Writes and reads a backup's files: encrypted if there is a key, and with the SHA-256 of the stored bytes.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { decrypt, encrypt } from './encryption.ts'

/** How a file's bytes are protected: its name is bound to them, so that no file can pass for another. */
export type Sealing = { key: Buffer | undefined; name: string }

export type Written = { bytes: number; sha256: string }

const asTheyAre = (chunks: AsyncIterable<Buffer>) => chunks

type Writing = Sealing & { isCompressed?: boolean; signal?: AbortSignal | undefined }

/** Writes a stream to a new private file, and flushes it to disk. */
export async function writePart(
  path: string,
  source: AsyncIterable<Buffer>,
  { key, name, isCompressed = false, signal }: Writing,
): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await pipeline(
      source,
      isCompressed ? createGzip({ level: 4 }) : asTheyAre,
      key ? encrypt(key, name) : asTheyAre,
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk)
          bytes += chunk.length
          await file.writeFile(chunk)
        }
        await file.sync()
      },
      { signal },
    )
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Reads a file written by `writePart`, decrypted. */
export function readPart(path: string, { key, name }: Sealing): AsyncIterable<Buffer> {
  const stored: Readable = createReadStream(path)
  return key ? decrypt(key, name)(stored) : stored
}

/** Returns a file's SHA-256 in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Returns a file's size; undefined if it does not exist. */
export async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )
}
