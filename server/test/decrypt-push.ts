// In its own file because the browser tests use it too.
import { createDecipheriv, hkdfSync, type ECDH } from 'node:crypto'

/** Decrypts a message as a browser does (RFC 8188 and RFC 8291): a single record encrypted with aes128gcm. */
export function decryptPush(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const [senderKey, record] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)]
  const expand = (secret: Buffer, salted: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = expand(ecdh.computeSecret(senderKey), auth, info, 32)
  const key = expand(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = expand(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with the byte 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
