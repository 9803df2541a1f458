// Random tokens, their hashes, HMACs, and constant-time comparison of secrets.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Generates a random token of 256 bits, as base64url. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a token for the database: enough to find its row, useless to anyone who reads the database. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Computes an HMAC-SHA256 of the parts. */
export function computeHmac(key: Buffer, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

/** Whether two texts are equal, compared in constant time so that timing does not reveal where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()]
  return timingSafeEqual(left, right)
}
