// The secret that binds a sign-in to the tab that began it.
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
 * Returns the SHA-256 of a verifier, as base64url. Not by crypto.subtle, which browsers offer on https pages only, but by a
 * library, which few visitors need. Throws if it does not load.
 */
export async function hashVerifier(verifier: string): Promise<string> {
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return toBase64Url(sha256(new TextEncoder().encode(verifier)))
}
