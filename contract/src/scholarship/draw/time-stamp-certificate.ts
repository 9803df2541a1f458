// Reads a time stamp's certificate and checks its signatures (RFC 5280, RFC 5652), with WebCrypto, which browsers and Node have.
import { cleanText } from '../../kernel/text.ts'

// Reads and writes DER, the encoding of certificates and time stamps (ITU-T X.690). Strict: each value has one encoding, so two
// readers never see different things in the same bytes. Only covers what time stamps use: tags of one byte, definite lengths.

/** An element: its tag, its content, and all its bytes. */
export type Der = { tag: number; content: Uint8Array; raw: Uint8Array }

export const DER = {
  boolean: 0x01,
  integer: 0x02,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const

/** The tag of a constructed element that its structure identifies by a number. */
export const numbered = (number: number): number => 0xa0 + number

/** Thrown if the bytes are not the expected DER. */
export class DerError extends Error {}

/** Reads the length at an offset. @returns the length and where the content begins */
function readLength(bytes: Uint8Array, at: number): [length: number, start: number] {
  const first = bytes[at] ?? 0
  if (first < 0x80) return [first, at + 1]
  const count = first & 0x7f
  // Nothing here needs more than three bytes. Zero would be BER's indefinite length.
  if (count > 3) throw new DerError('a length that DER does not have')
  let length = 0
  for (let n = 1; n <= count; n += 1) length = length * 256 + (bytes[at + n] ?? 0)
  if (length < 0x80 || length < 256 ** (count - 1)) throw new DerError('a length with too many bytes')
  return [length, at + 1 + count]
}

/** Parses bytes as a sequence of elements. */
export function readElements(bytes: Uint8Array): Der[] {
  const elements: Der[] = []
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at] ?? 0
    if ((tag & 0x1f) === 0x1f) throw new DerError('a tag of more than one byte')
    const [length, start] = readLength(bytes, at + 1)
    const end = start + length
    if (end > bytes.length) throw new DerError('an element that ends after its bytes')
    elements.push({ tag, content: bytes.subarray(start, end), raw: bytes.subarray(at, end) })
    at = end
  }
  return elements
}

/** Requires an element with this tag. */
export function expectDer(element: Der | undefined, tag: number): Der {
  if (element?.tag !== tag) throw new DerError(`tag ${element?.tag} in place of ${tag}`)
  return element
}

/** Parses the elements inside a constructed element, which must exist and have this tag. */
export const readParts = (element: Der | undefined, tag: number = DER.sequence): Der[] =>
  readElements(expectDer(element, tag).content)

/** Parses bytes that must be exactly one element. */
export function readDer(bytes: Uint8Array, tag: number = DER.sequence): Der {
  const elements = readElements(bytes)
  if (elements.length !== 1) throw new DerError('other bytes after the end')
  return expectDer(elements[0], tag)
}

/** Reads an object identifier as numbers separated by dots. */
export function readOid(element: Der | undefined): string {
  const parts: number[] = []
  let value = 0
  for (const byte of expectDer(element, DER.oid).content) {
    value = value * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    parts.push(value)
    value = 0
  }
  const [first = 0, ...rest] = parts
  const top = Math.min(Math.floor(first / 40), 2)
  return [top, first - 40 * top, ...rest].join('.')
}

/** Reads a UTC time, with a fraction of a second if there is one. */
export function readTime(element: Der | undefined): Date {
  const { tag, content } = element ?? { tag: 0, content: new Uint8Array() }
  if (tag !== DER.utcTime && tag !== DER.generalizedTime) throw new DerError('no time')
  const text = new TextDecoder().decode(content)
  const match = /^(\d{2}|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text)
  const [, year = '', month, day, hour, minute, second, fraction = ''] = match ?? []
  if (year.length !== (tag === DER.utcTime ? 2 : 4)) throw new DerError('no time in UTC')
  const century = year.length === 4 ? '' : Number(year) < 50 ? '20' : '19'
  const at = new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(at.getTime())) throw new DerError('no time that exists')
  return at
}

export const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, n) => byte === other[n])

/** Writes an element. */
export function writeDer(
  tag: number,
  ...contents: readonly (Uint8Array | readonly number[])[]
): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((total, content) => total + content.length, 0)
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  if (length > 0xffff) throw new DerError('too long to be written')
  return Uint8Array.from([tag, ...size, ...contents.flatMap((content) => [...content])])
}

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
  // A version 1 certificate has no version number, and no extensions either.
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

/** Reads a name for display, without characters that would change how the text around it looks. */
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

/** Whether a certificate is for time stamps only, and its extension is critical, so that no reader ignores it (RFC 3161, 2.3). */
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

/** The algorithm of a signature, if this check supports it; `hash` is the hash of the signed attributes if the signature names none. */
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

/** Returns the hash that an algorithm identifier names; undefined if it is not supported. */
export const findHash = (element: Der | undefined): Hash | undefined => hashes[readAlgorithm(element)]

/** Returns the algorithm of a signature; undefined if it is not supported. */
export function findAlgorithm(signature: Der | undefined, digest: Hash): Algorithm | undefined {
  const found = signatures[readAlgorithm(signature)]
  return found && { kind: found.kind, hash: found.hash ?? digest }
}

export const digest = async (hash: Hash | 'SHA-1', bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest(hash, Uint8Array.from(bytes)))

type Signed = { algorithm: Algorithm; signature: Uint8Array; bytes: Uint8Array }

/** Whether a certificate's key signed the bytes; undefined if the kind of key is not supported. */
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

/** Converts the two numbers of a DER signature to the single row of bytes that WebCrypto reads. */
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
