// Hides who is struck out of a short list until its round is known, and binds it all the same.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** A list of fewer entries is short: with few people, a number that is struck out tells something about a child. */
export const SHORT_LIST = 20

/**
 * Returns the seal of numbers that are struck out: the SHA-256 of them, with commas between, and of a nonce after that. In hex.
 * @param nonce 32 random bytes, in hex
 */
export function sealStrikes({ indexes, nonce }: { indexes: readonly number[]; nonce: string }): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(indexes.join(',')), hexToBytes(nonce))))
}
