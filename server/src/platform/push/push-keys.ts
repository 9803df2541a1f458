// The key pair by which push services recognise this installation (VAPID, RFC 8292).
import { createECDH, createHmac } from 'node:crypto'

const CURVE = 'prime256v1'

export type PushKeys = { publicKey: string; privateKey: string }

/** Derives the pair from a secret of 32 bytes. One in 2^32 values is not a private key on P-256; then the next one is used. */
export function derivePushKeys(secret: Buffer): PushKeys {
  const ecdh = createECDH(CURVE)
  for (let tries = 0; ; tries += 1) {
    const privateKey = createHmac('sha256', secret).update(`vapid ${tries}`).digest()
    try {
      ecdh.setPrivateKey(privateKey)
    } catch {
      continue
    }
    return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
  }
}

/** Whether base64url bytes are a public key on P-256 that a message can be encrypted for. */
export function isPublicKey(key: string): boolean {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  try {
    // Throws for a point that is not on the curve.
    return ecdh.computeSecret(Buffer.from(key, 'base64url')).length === 32
  } catch {
    return false
  }
}
