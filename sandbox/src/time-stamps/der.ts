// Writes and reads DER, the encoding of certificates and time stamps: just enough for an authority

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  utf8: 0x0c,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** Writes an element. */
export function write(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => write(tags.sequence, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => write(tags.set, ...parts)
/** Writes an element with a number instead of a tag. */
export const numbered = (number: number, ...parts: readonly Uint8Array[]): Buffer => write(0xa0 + number, ...parts)
export const octets = (content: Uint8Array): Buffer => write(tags.octets, content)
export const nothing = Buffer.from([0x05, 0x00])
export const yes = Buffer.from([tags.boolean, 1, 0xff])

/** Writes a non-negative number from its bytes. */
export function integer(bytes: Uint8Array | number): Buffer {
  const digits = typeof bytes === 'number' ? Buffer.from([bytes]) : Buffer.from(bytes)
  return write(tags.integer, (digits[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits)
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [40 * first + second, ...rest].flatMap((value) => {
    const digits = [value & 0x7f]
    for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left & 0x7f) | 0x80)
    return digits
  })
  return write(0x06, Buffer.from(bytes))
}

const digits = (at: Date) =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:T]/g, '')
export const generalizedTime = (at: Date): Buffer => write(tags.time, Buffer.from(digits(at)))
export const utcTime = (at: Date): Buffer => write(tags.utcTime, Buffer.from(digits(at).slice(2)))

export type Element = { tag: number; content: Buffer; raw: Buffer }

/** Reads the elements that the bytes consist of. */
export function read(bytes: Buffer): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, first = 0] = bytes.subarray(at)
    const count = first < 0x80 ? 0 : first & 0x7f
    const length = count === 0 ? first : bytes.readUIntBE(at + 2, count)
    const start = at + 2 + count
    if (start + length > bytes.length) throw new Error('The bytes end too early.')
    elements.push({ tag, content: bytes.subarray(start, start + length), raw: bytes.subarray(at, start + length) })
    at = start + length
  }
  return elements
}
