// The secret that binds a sign-in to the tab that began it.
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const BYTES = 32

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Makes a random verifier of 256 bits, as base64url. */
export function createVerifier(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(BYTES)))
}

/** Returns the SHA-256 of a verifier, as base64url. Not by crypto.subtle, which browsers offer on https pages only. */
export function hashVerifier(verifier: string): string {
  return toBase64Url(sha256(utf8ToBytes(verifier)))
}
