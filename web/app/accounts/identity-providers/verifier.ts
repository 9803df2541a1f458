// The secret that ties a sign-in to the tab that started it.
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

/**
 * Returns the SHA-256 of a verifier, as base64url. Uses a library that few visitors need, because browsers offer crypto.subtle only on
 * https pages. Throws if the library does not load.
 */
export async function hashVerifier(verifier: string): Promise<string> {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return toBase64Url(sha256(new TextEncoder().encode(verifier)))
}
