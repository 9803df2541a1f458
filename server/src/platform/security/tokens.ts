// Random tokens, their hashes, and keyed derivations. Nothing here is ever compared in variable time.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A 256-bit random token as text that fits a URL. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token: enough to find it, not to use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A value that only the holder of the key can make from these parts. */
export function computeHmac(key: Buffer, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

/** Whether two texts are equal, in a time that tells nothing about where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()]
  return timingSafeEqual(left, right)
}
