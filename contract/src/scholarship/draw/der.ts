// Reads and writes DER, the encoding of certificates and time stamps (ITU-T X.690). Strict: one encoding for each value, so no
// two readers see different things in the same bytes. Only what time stamps use: tags of one byte, definite lengths.

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

/** The tag of a constructed element that a structure numbers. */
export const numbered = (number: number): number => 0xa0 + number

/** The bytes are not the DER that was expected. */
export class DerError extends Error {}

/** Reads the length at an offset. @returns the length and where the content begins */
function readLength(bytes: Uint8Array, at: number): [length: number, start: number] {
  const first = bytes[at] ?? 0
  if (first < 0x80) return [first, at + 1]
  const count = first & 0x7f
  // Nothing here has more than three; none is the indefinite length of BER.
  if (count > 3) throw new DerError('a length that DER does not have')
  let length = 0
  for (let n = 1; n <= count; n += 1) length = length * 256 + (bytes[at + n] ?? 0)
  if (length < 0x80 || length < 256 ** (count - 1)) throw new DerError('a length with too many bytes')
  return [length, at + 1 + count]
}

/** Reads the elements that these bytes are, one after another. */
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

/** Requires an element of a tag. */
export function expectDer(element: Der | undefined, tag: number): Der {
  if (element?.tag !== tag) throw new DerError(`tag ${element?.tag} in place of ${tag}`)
  return element
}

/** Reads the elements in a constructed element, which has to be there with this tag. */
export const readParts = (element: Der | undefined, tag: number = DER.sequence): Der[] =>
  readElements(expectDer(element, tag).content)

/** Reads the one element that bytes are. */
export function readDer(bytes: Uint8Array, tag: number = DER.sequence): Der {
  const elements = readElements(bytes)
  if (elements.length !== 1) throw new DerError('other bytes after the end')
  return expectDer(elements[0], tag)
}

/** Reads an object identifier as numbers with dots. */
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

/** Reads a time in UTC, with a fraction of a second if there is one. */
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
