// Makes the reply to a time stamp request (RFC 3161), as authorities do.
import { createHash, randomBytes } from 'node:crypto'
import {
  generalizedTime,
  integer,
  nothing,
  numbered,
  octets,
  oid,
  read,
  sequence,
  set,
  tags,
  type Element,
} from './der.ts'
import type { Keys } from './keys.ts'

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TIME_STAMP = '1.2.840.113549.1.9.16.1.4'
const POLICY = '1.3.6.1.4.1.13762.3'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

export type Request = { imprint: Buffer; nonce: Buffer | undefined; wantsCertificate: boolean }

/** Reads a request. Throws if it is not one. */
export function readRequest(bytes: Buffer): Request {
  const [whole] = read(bytes)
  const [version, imprint, ...rest] = read(whole?.content ?? bytes)
  if (version?.content[0] !== 1 || imprint?.tag !== tags.sequence) throw new Error('This is no request.')
  const find = (tag: number): Element | undefined => rest.find((element) => element.tag === tag)
  return {
    imprint: imprint.raw,
    nonce: find(tags.integer)?.raw,
    wantsCertificate: find(tags.boolean)?.content[0] === 0xff,
  }
}

/** Returns the reply of an authority that grants no time stamp. */
export const refuse = (): Buffer => sequence(sequence(integer(2)))

/** Returns the hash of other bytes, for a false time stamp. */
export const otherImprint = (): Buffer => sequence(sequence(oid(SHA_256), nothing), octets(sha256(randomBytes(8))))

/** How a false time stamp differs from a real one. */
export type Shape = {
  version?: number
  /** The content type that the signature claims. */
  contentType?: string
  signers?: number
  /** How many times each signed attribute appears. */
  copies?: number
}

/** Returns the reply to a request, with a time stamp for the given time. */
export function makeReply(
  { imprint, nonce, wantsCertificate }: Request,
  keys: Keys,
  at: Date,
  shape: Shape = {},
): Buffer {
  const { version = 1, contentType = TIME_STAMP, signers = 1, copies = 1 } = shape
  const serial = integer(Buffer.concat([Buffer.from([1]), randomBytes(8)]))
  const info = sequence(integer(version), oid(POLICY), imprint, serial, generalizedTime(at), ...(nonce ? [nonce] : []))
  const attribute = (id: string, value: Buffer) => sequence(oid(id), set(value))
  const attributes = [
    attribute('1.2.840.113549.1.9.3', oid(contentType)),
    attribute('1.2.840.113549.1.9.4', octets(sha256(info))),
    attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256(keys.certificate)))))),
    // A set's elements are in the order of their bytes.
  ]
    .flatMap((one) => Array.from({ length: copies }, () => one))
    .toSorted((one, other) => Buffer.compare(one, other))
  const signer = sequence(
    integer(1),
    sequence(keys.name, integer(keys.serial)),
    sequence(oid(SHA_256), nothing),
    numbered(0, ...attributes),
    keys.algorithm,
    octets(keys.sign(set(...attributes))),
  )
  const signedData = sequence(
    integer(3),
    set(sequence(oid(SHA_256), nothing)),
    sequence(oid(TIME_STAMP), numbered(0, octets(info))),
    ...(wantsCertificate ? [numbered(0, keys.certificate)] : []),
    set(...Array.from({ length: signers }, () => signer)),
  )
  return sequence(sequence(integer(0)), sequence(oid(SIGNED_DATA), numbered(0, signedData)))
}
