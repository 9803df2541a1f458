// Encrypts texts that must not be readable in the database, with a server key (AES-256-GCM).
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text.
 * @param options.owner an id bound to the ciphertext: it decrypts only for the same owner
 * @returns iv (12 bytes), tag (16 bytes), ciphertext
 */
export function encryptText(text: string, options: { key: Buffer; owner: string }): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', options.key, iv).setAAD(Buffer.from(options.owner))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
}

/** Decrypts the result of `encryptText`. Throws if the bytes, the key or the owner differ. */
export function decryptText(bytes: Buffer, options: { key: Buffer; owner: string }): string {
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', options.key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(options.owner)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
