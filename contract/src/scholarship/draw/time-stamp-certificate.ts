// What a time stamp's certificate says, and whether it has signed some bytes (RFC 5280, RFC 5652). By WebCrypto, which browsers
// and Node have.
import { cleanText } from '../../kernel/clean-text.ts'
import {
  DER,
  DerError,
  expectDer,
  isSameBytes,
  numbered,
  readDer,
  readElements,
  readOid,
  readParts,
  readTime,
  type Der,
} from './der.ts'

export type Certificate = {
  raw: Uint8Array
  issuer: Uint8Array
  serial: Uint8Array
  subject: string
  validFrom: Date
  validUntil: Date
  publicKey: Der
  extensions: Der[]
}

const OID = {
  extendedKeyUsage: '2.5.29.37',
  subjectKeyIdentifier: '2.5.29.14',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  rsa: '1.2.840.113549.1.1.1',
  ec: '1.2.840.10045.2.1',
} as const

export function readCertificate(element: Der): Certificate {
  const parts = readParts(readParts(element)[0])
  const [version] = parts
  // The first version has no number, and no extensions either.
  const [serial, , issuer, validity, subject, publicKey, ...rest] =
    version?.tag === numbered(0) ? parts.slice(1) : parts
  const [from, until] = readParts(validity)
  const extensions = rest.find(({ tag }) => tag === numbered(3))
  return {
    raw: element.raw,
    issuer: expectDer(issuer, DER.sequence).raw,
    serial: expectDer(serial, DER.integer).content,
    subject: readName(subject),
    validFrom: readTime(from),
    validUntil: readTime(until),
    publicKey: expectDer(publicKey, DER.sequence),
    extensions: extensions ? readParts(readParts(extensions, numbered(3))[0]) : [],
  }
}

const attributeNames: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
}

const NAME_LENGTH = 300

/** Reads a name for people, without signs that would change how the text around it is shown. */
function readName(element: Der | undefined): string {
  const parts = readParts(element).flatMap((set) =>
    readParts(set, DER.set).map((attribute) => {
      const [type, value] = readParts(attribute)
      const oid = readOid(type)
      return `${attributeNames[oid] ?? oid}=${readString(value)}`
    }),
  )
  return cleanText(parts.join(', ')).slice(0, NAME_LENGTH)
}

function readString(element: Der | undefined): string {
  if (!element) throw new DerError('no text')
  const { tag, content } = element
  if (tag === DER.bmpString) return new TextDecoder('utf-16be').decode(content)
  if (tag === DER.teletexString) return new TextDecoder('latin1').decode(content)
  if (tag === DER.utf8String || tag === DER.printableString || tag === DER.ia5String)
    return new TextDecoder().decode(content)
  throw new DerError('no text that is known')
}

/** Returns the content of an extension, and whether it is critical. */
function findExtension(
  { extensions }: Certificate,
  oid: string,
): { isCritical: boolean; content: Uint8Array } | undefined {
  for (const extension of extensions) {
    const [id, ...rest] = readParts(extension)
    if (readOid(id) !== oid) continue
    const isCritical = rest.length === 2 && rest[0]?.tag === DER.boolean && rest[0].content[0] === 0xff
    return { isCritical, content: expectDer(rest.at(-1), DER.octetString).content }
  }
  return undefined
}

/** Whether a certificate is one for time stamps and for nothing else, and says so to every reader (RFC 3161, 2.3). */
export function isForTimeStamps(certificate: Certificate): boolean {
  const usage = findExtension(certificate, OID.extendedKeyUsage)
  if (!usage?.isCritical) return false
  const purposes = readElements(readDer(usage.content).content).map(readOid)
  return purposes.length === 1 && purposes[0] === OID.timeStamping
}

/** Whether a certificate has this key identifier. */
export function hasKeyIdentifier(certificate: Certificate, identifier: Uint8Array): boolean {
  const extension = findExtension(certificate, OID.subjectKeyIdentifier)
  return extension !== undefined && isSameBytes(readDer(extension.content, DER.octetString).content, identifier)
}

type Hash = 'SHA-256' | 'SHA-384' | 'SHA-512'

/** The algorithm of a signature, if this check knows it; `hash` is that of its signed attributes if the signature names none. */
type Algorithm = { kind: 'rsa' | 'ec'; hash: Hash }

const signatures: Readonly<Record<string, { kind: 'rsa' | 'ec'; hash?: Hash }>> = {
  [OID.rsa]: { kind: 'rsa' },
  '1.2.840.113549.1.1.11': { kind: 'rsa', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { kind: 'rsa', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { kind: 'rsa', hash: 'SHA-512' },
  '1.2.840.10045.4.3.2': { kind: 'ec', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { kind: 'ec', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { kind: 'ec', hash: 'SHA-512' },
}

const hashes: Readonly<Record<string, Hash>> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

const curves: Readonly<Record<string, { namedCurve: string; bytes: number }>> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', bytes: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', bytes: 48 },
  '1.3.132.0.35': { namedCurve: 'P-521', bytes: 66 },
}

const readAlgorithm = (element: Der | undefined): string => readOid(readParts(element)[0])

/** Returns a hash by the name that an algorithm identifier has; undefined if it is not known. */
export const findHash = (element: Der | undefined): Hash | undefined => hashes[readAlgorithm(element)]

/** Returns the algorithm of a signature; undefined if it is not known. */
export function findAlgorithm(signature: Der | undefined, digest: Hash): Algorithm | undefined {
  const found = signatures[readAlgorithm(signature)]
  return found && { kind: found.kind, hash: found.hash ?? digest }
}

export const digest = async (hash: Hash | 'SHA-1', bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest(hash, Uint8Array.from(bytes)))

type Signed = { algorithm: Algorithm; signature: Uint8Array; bytes: Uint8Array }

/** Whether the key of a certificate has signed bytes; undefined if its kind is not known. */
export async function hasSigned(
  { publicKey }: Certificate,
  { algorithm: { kind, hash }, signature, bytes }: Signed,
): Promise<boolean | undefined> {
  const spki = Uint8Array.from(publicKey.raw)
  const [type, parameter] = readParts(readParts(publicKey)[0])
  if (readOid(type) !== OID[kind]) return undefined
  if (kind === 'rsa') {
    const key = await crypto.subtle.importKey('spki', spki, { name: 'RSASSA-PKCS1-v1_5', hash }, false, ['verify'])
    return crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, Uint8Array.from(signature), Uint8Array.from(bytes))
  }
  const curve = curves[readOid(parameter)]
  if (!curve) return undefined
  const { namedCurve, bytes: size } = curve
  const key = await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve }, false, ['verify'])
  return crypto.subtle.verify({ name: 'ECDSA', hash }, key, readSignature(signature, size), Uint8Array.from(bytes))
}

/** Turns the two numbers of a signature, as DER has them, into one row of bytes, as WebCrypto reads them. */
function readSignature(signature: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(2 * size)
  const numbers = readParts(readDer(signature))
  if (numbers.length !== 2) throw new DerError('no signature of two numbers')
  for (const [n, number] of numbers.entries()) {
    const { content } = expectDer(number, DER.integer)
    const digits = content[0] === 0 ? content.subarray(1) : content
    if (digits.length > size) throw new DerError('a number that is too long')
    row.set(digits, (n + 1) * size - digits.length)
  }
  return row
}
