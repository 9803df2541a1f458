// Texts that the database may hold but not read: sealed with a key of the server (AES-256-GCM).
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals a text for one owner.
 * @param options.owner an id; what was sealed for another owner does not open
 */
export function encryptText(text: string, options: { key: Buffer; owner: string }): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', options.key, iv).setAAD(Buffer.from(options.owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Opens what `seal` sealed; throws where the bytes, the key or the owner are others. */
export function decryptText(bytes: Buffer, options: { key: Buffer; owner: string }): string {
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', options.key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(options.owner)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
