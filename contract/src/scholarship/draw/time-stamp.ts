// Requests time stamps from outside authorities (RFC 3161), and checks the replies. Used by the server, the page and the command.
import {
  DER,
  DerError,
  expectDer,
  isSameBytes,
  numbered,
  readDer,
  readOid,
  readParts,
  readTime,
  writeDer,
  type Der,
  digest as hashBytes,
  findAlgorithm,
  findHash,
  hasKeyIdentifier,
  hasSigned,
  isForTimeStamps,
  readCertificate,
  type Certificate,
} from './time-stamp-certificate.ts'
import type { TimeStampFault } from './texts.ts'

/** What a checked time stamp says. Its signature matches its certificate; the reader decides whether to trust the certificate. */
export type TimeStamp = {
  /** When the authority received the hash of the file. */
  at: Date
  /** The name in the certificate, which the certificate's maker chose. */
  authority: string
  /** The certificate's SHA-256 in hexadecimal, to compare with what the authority publishes. */
  fingerprint: string
  /** The authority's serial number of the time stamp, in hexadecimal. */
  serial: string
}
export type CheckedTimeStamp = { stamp: TimeStamp; fault?: undefined } | { stamp?: undefined; fault: TimeStampFault }

/** The largest reply that is read. Real ones, with their certificates, have 3 to 8 kB. */
export const TIME_STAMP_MAX_BYTES = 32_768
export const NONCE_BYTES = 16

const SHA_256 = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
const OID = {
  sha256: '2.16.840.1.101.3.4.2.1',
  signedData: '1.2.840.113549.1.7.2',
  timeStamp: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

/** Turns random bytes into a nonce: a positive integer whose DER encoding is exactly these bytes. */
const toNonce = (random: Uint8Array) => Uint8Array.from(random, (byte, n) => (n === 0 ? (byte & 0x3f) | 0x40 : byte))

/**
 * Returns the request for a time stamp of a file.
 * @param hash the SHA-256 of the file
 * @param random 16 random bytes, which the reply must repeat
 */
export function makeTimeStampRequest(hash: Uint8Array, random: Uint8Array): Uint8Array<ArrayBuffer> {
  const algorithm = writeDer(DER.sequence, writeDer(DER.oid, SHA_256), writeDer(DER.null))
  return writeDer(
    DER.sequence,
    writeDer(DER.integer, [1]),
    writeDer(DER.sequence, algorithm, writeDer(DER.octetString, hash)),
    writeDer(DER.integer, toNonce(random)),
    // Asks for the certificate, so that the reply can always be checked.
    writeDer(DER.boolean, [0xff]),
  )
}

class Fault extends Error {
  readonly fault: TimeStampFault
  constructor(fault: TimeStampFault) {
    super(fault)
    this.fault = fault
  }
}
const require = (isTrue: boolean | undefined, fault: TimeStampFault) => {
  if (!isTrue) throw new Fault(fault)
}

type Expected = {
  /** The SHA-256 of the file. */
  hash: Uint8Array
  /** The random bytes of the request; only known to the caller that made it. */
  random?: Uint8Array
}

/**
 * Checks an authority's reply: it must be a time stamp of this file, signed by the certificate in the reply, which must have been
 * valid at that time and be for time stamps. Never throws.
 */
export async function checkTimeStamp(reply: Uint8Array, expected: Expected): Promise<CheckedTimeStamp> {
  try {
    return { stamp: await readTimeStamp(reply, expected) }
  } catch (error) {
    return { fault: error instanceof Fault ? error.fault : 'unreadable' }
  }
}

async function readTimeStamp(reply: Uint8Array, expected: Expected): Promise<TimeStamp> {
  require(reply.length <= TIME_STAMP_MAX_BYTES, 'unreadable')
  const [status, token] = readParts(readDer(reply))
  const [code] = expectDer(readParts(status)[0], DER.integer).content
  require(code === 0 || code === 1, 'refused')
  const signed = readSigned(token)
  const { at, serial } = readInfo(signed.info, expected)
  const certificate = findSigner(signed)
  await requireSignature(signed, certificate)
  require(isForTimeStamps(certificate), 'notForTimeStamps')
  require(certificate.validFrom <= at && at <= certificate.validUntil, 'expired')
  const fingerprint = toHex(await hashBytes('SHA-256', certificate.raw))
  return { at, authority: certificate.subject, fingerprint, serial }
}

type Signed = { info: Uint8Array; certificates: Certificate[]; signer: Der[] }

/** Reads the signed content, the certificates and the only signer. */
function readSigned(token: Der | undefined): Signed {
  const [type, content] = readParts(token)
  requireOid(type, OID.signedData)
  const [, , encapsulated, ...rest] = readParts(readParts(content, numbered(0))[0])
  const [infoType, info] = readParts(encapsulated)
  requireOid(infoType, OID.timeStamp)
  const certificates = rest.find(({ tag }) => tag === numbered(0))
  const signers = readParts(rest.at(-1), DER.set)
  if (signers.length !== 1) throw new DerError('not one signer')
  return {
    info: expectDer(readParts(info, numbered(0))[0], DER.octetString).content,
    certificates: certificates ? readParts(certificates, numbered(0)).map(readCertificate) : [],
    signer: readParts(signers[0]),
  }
}

function requireOid(element: Der | undefined, oid: string): void {
  if (readOid(element) !== oid) throw new DerError(`not ${oid}`)
}

/** Reads which file the authority saw and when, and requires that it is the expected file. */
function readInfo(bytes: Uint8Array, { hash, random }: Expected): { at: Date; serial: string } {
  const [version, policy, imprint, serial, time, ...rest] = readParts(readDer(bytes))
  if (expectDer(version, DER.integer).content[0] !== 1) throw new DerError('another version')
  readOid(policy)
  const [algorithm, seen] = readParts(imprint)
  const isOfFile =
    readOid(readParts(algorithm)[0]) === OID.sha256 && isSameBytes(expectDer(seen, DER.octetString).content, hash)
  require(isOfFile, 'otherFile')
  if (random) {
    const nonce = rest.find(({ tag }) => tag === DER.integer)
    require(nonce && isSameBytes(nonce.content, toNonce(random)), 'otherRequest')
  }
  return { at: readTime(expectDer(time, DER.generalizedTime)), serial: toHex(expectDer(serial, DER.integer).content) }
}

/** Finds the certificate that the signer names. */
function findSigner({ certificates, signer: [, id] }: Signed): Certificate {
  const found = certificates.find((certificate) => {
    if (id?.tag === 0x80) return hasKeyIdentifier(certificate, id.content)
    const [issuer, serial] = readParts(id)
    return (
      isSameBytes(certificate.issuer, issuer?.raw ?? new Uint8Array()) &&
      isSameBytes(certificate.serial, serial?.content ?? new Uint8Array())
    )
  })
  if (!found) throw new Fault('noCertificate')
  return found
}

/**
 * Requires that the certificate signed the attributes, and that these name the content type, the content's hash and the certificate
 * itself. Otherwise another certificate with the same key could take its place.
 */
async function requireSignature({ info, signer }: Signed, certificate: Certificate): Promise<void> {
  const [, , digestAlgorithm, signedAttributes, signatureAlgorithm, signature] = signer
  const hash = findHash(digestAlgorithm)
  const algorithm = hash && findAlgorithm(signatureAlgorithm, hash)
  if (!algorithm) throw new Fault('unknownSignature')
  const attributes = readAttributes(signedAttributes)
  requireOid(attributes.get(OID.contentType), OID.timeStamp)
  const named = expectDer(attributes.get(OID.messageDigest), DER.octetString).content
  require(isSameBytes(named, await hashBytes(hash, info)), 'falseSignature')
  require(await namesCertificate(attributes, certificate), 'falseSignature')
  // The attributes are signed with the tag of a set, but stored with a number in place of that tag.
  const bytes = Uint8Array.from(signedAttributes?.raw ?? [])
  bytes[0] = DER.set
  const hasSignedIt = await hasSigned(certificate, {
    algorithm,
    signature: expectDer(signature, DER.octetString).content,
    bytes,
  })
  require(hasSignedIt !== undefined, 'unknownSignature')
  require(hasSignedIt, 'falseSignature')
}

function readAttributes(element: Der | undefined): Map<string, Der> {
  const attributes = new Map<string, Der>()
  for (const attribute of readParts(element, numbered(0))) {
    const [type, values] = readParts(attribute)
    const [value, ...others] = readParts(values, DER.set)
    const oid = readOid(type)
    if (!value || others.length > 0 || attributes.has(oid)) throw new DerError('not one value of an attribute')
    attributes.set(oid, value)
  }
  return attributes
}

/** Whether the signed attributes name this certificate first, in either the older attribute with SHA-1 or the newer one. */
async function namesCertificate(attributes: ReadonlyMap<string, Der>, { raw }: Certificate): Promise<boolean> {
  const newer = attributes.get(OID.signingCertificateV2)
  const [first] = readParts(readParts(newer ?? attributes.get(OID.signingCertificate))[0])
  const parts = readParts(first)
  const hasAlgorithm = parts[0]?.tag === DER.sequence
  const hash = newer ? (hasAlgorithm ? findHash(parts[0]) : 'SHA-256') : 'SHA-1'
  if (!hash) throw new Fault('unknownSignature')
  const named = expectDer(hasAlgorithm ? parts[1] : parts[0], DER.octetString).content
  return isSameBytes(named, await hashBytes(hash, raw))
}

const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
