/**
 * Encrypts a file of a backup in pieces, so that nothing is used before it is authenticated, and a file that was cut off,
 * combined from two or renamed is refused (ADR 24):
 *
 *   bytes 0 to 7    BAOBABE1
 *   bytes 8 to 39   a random salt
 *   then            pieces of 65,536 bytes, the last one shorter or empty, each encrypted with AES-256-GCM and followed by its
 *                   tag of 16 bytes
 *
 * The file's key is HKDF-SHA-256(key: BACKUP_KEY, salt: the salt, info: 'baobab backup ' and the name of the file). The
 * nonce of a piece is its number, from 0, in 11 bytes (big-endian), and a byte that is 1 for the last piece and otherwise 0.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const MAGIC = Buffer.from('BAOBABE1')
const SALT_BYTES = 32
const PIECE_BYTES = 65_536
const TAG_BYTES = 16

/** The file is not the one that was encrypted under this name, or the key is different. */
export class UndecryptableError extends Error {
  constructor(name: string) {
    super(`${name} cannot be decrypted: BACKUP_KEY is a different one, or the file was changed.`)
  }
}

/** Derives a separate key for one purpose. */
export function deriveKey(key: Buffer, purpose: string, salt: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `baobab backup ${purpose}`, 32))
}

function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  // A file of 2^48 pieces would be 18 exabytes.
  nonce.writeUIntBE(piece, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts a stream into pieces of equal size. There is always a last one, which may be shorter or empty. */
async function* cut(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting = Buffer.alloc(0)
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk])
    // Keeps what may be the last piece.
    for (; waiting.length > size; waiting = waiting.subarray(size))
      yield { bytes: waiting.subarray(0, size), isLast: false }
  }
  yield { bytes: waiting, isLast: true }
}

/** Returns a `pipeline` stage that encrypts a file under a name. */
export function encrypt(key: Buffer, name: string) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES)
    const fileKey = deriveKey(key, name, salt)
    yield Buffer.concat([MAGIC, salt])
    let piece = 0
    for await (const { bytes, isLast } of cut(chunks, PIECE_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(piece, isLast))
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
      piece += 1
    }
  }
}

/** Returns a `pipeline` stage that decrypts the file with a name. It throws UndecryptableError. */
export function decrypt(key: Buffer, name: string) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { salt, rest } = await readHeader(chunks, name)
    const fileKey = deriveKey(key, name, salt)
    let piece = 0
    for await (const { bytes, isLast } of cut(rest, PIECE_BYTES + TAG_BYTES)) {
      yield decryptPiece(bytes, { fileKey, nonce: nonceOf(piece, isLast), name })
      piece += 1
    }
  }
}

function decryptPiece(bytes: Buffer, { fileKey, nonce, name }: { fileKey: Buffer; nonce: Buffer; name: string }) {
  if (bytes.length < TAG_BYTES) throw new UndecryptableError(name)
  const end = bytes.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(end))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()])
  } catch {
    throw new UndecryptableError(name)
  }
}

/** Reads the salt, and returns the stream that follows it. */
async function readHeader(
  chunks: AsyncIterable<Buffer>,
  name: string,
): Promise<{ salt: Buffer; rest: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  let header = Buffer.alloc(0)
  while (header.length < MAGIC.length + SALT_BYTES) {
    const { done, value } = await iterator.next()
    if (done) throw new UndecryptableError(name)
    header = Buffer.concat([header, value])
  }
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new UndecryptableError(name)
  const [salt, first] = [
    header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES),
    header.subarray(MAGIC.length + SALT_BYTES),
  ]
  async function* follow() {
    yield first
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { salt, rest: follow() }
}
