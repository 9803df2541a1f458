// The address that a visitor replies to: `support+TOKEN@baobab.example`. The token names the message and is signed, so that strangers
// cannot write into other people's conversations. Mail servers may change its case, so it is base32 in lower case.
import { computeHmac, isSameSecret } from '../../platform/security/tokens.ts'
import { REPLY_TOKEN_LENGTH } from '../../platform/inbound-mail.ts'

/** With the 16 bytes of the id, exactly 40 characters of 5 bits. */
const SIGNATURE_BYTES = 9
const TOKEN = new RegExp(`^[0-9a-v]{${REPLY_TOKEN_LENGTH}}$`)
const ID_DIGITS = 32
const HEX_DIGITS = ID_DIGITS + 2 * SIGNATURE_BYTES

function toToken(key: Buffer, messageId: string): string {
  const signature = computeHmac(key, 'reply', messageId).subarray(0, SIGNATURE_BYTES)
  const digits = messageId.replaceAll('-', '') + signature.toString('hex')
  return BigInt(`0x${digits}`).toString(32).padStart(REPLY_TOKEN_LENGTH, '0')
}

/** Returns the address for replies to a message. */
export function createReplyAddress(key: Buffer, replyTo: string, messageId: string): string {
  const at = replyTo.lastIndexOf('@')
  return `${replyTo.slice(0, at)}+${toToken(key, messageId)}${replyTo.slice(at)}`
}

/** Returns the id of the message that a token names, if its signature is right. Ignores case. */
export function readReplyToken(key: Buffer, typed: string): string | undefined {
  const token = typed.toLowerCase()
  if (!TOKEN.test(token)) return undefined
  const value = token.split('').reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n)
  const digits = value.toString(16).padStart(HEX_DIGITS, '0').slice(0, ID_DIGITS)
  const messageId = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isSameSecret(toToken(key, messageId), token) ? messageId : undefined
}

/** Returns the part of an address between `+` and `@`; '' if there is none. */
export function findToken(address: string): string {
  return /\+([^+@\s<>]+)@/.exec(address)?.[1] ?? ''
}
