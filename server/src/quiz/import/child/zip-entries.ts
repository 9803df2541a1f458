// The entries of a zip. It tells most things twice, and the parser behind believes the other half: a file that says two
// different things is refused, so that what is looked at here is what is parsed there.
import { inflateRawSync } from 'node:zlib'
import { refuse } from './grid.ts'

const END = Buffer.from('PK\x05\x06', 'latin1')
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const ZIP64 = 1

type Sizes = { compressedSize: number; uncompressedSize: number }
export type Entry = Sizes & { name: string; rawName: Buffer; flags: number; method: number; offset: number }

/** Where the end of the directory stands: the last thing of the file but for a comment, which holds no other end. */
function findEnd(file: Buffer): number {
  const at = file.lastIndexOf(END)
  if (at < 0 || at + 22 > file.length || at + 22 + file.readUInt16LE(at + 20) !== file.length) refuse('damaged')
  if (file.readUInt16LE(at + 8) !== file.readUInt16LE(at + 10)) refuse('damaged')
  return at
}

/** The entries as the central directory lists them. */
export function readDirectory(file: Buffer, most: number): Entry[] {
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  // 65,535 entries or an offset of all ones would mean zip64, which no sheet of 5 MB needs.
  if (count > most) refuse('tooExpensive')
  const entries: Entry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) refuse('damaged')
    const nameEnd = at + 46 + file.readUInt16LE(at + 28)
    const extraEnd = nameEnd + file.readUInt16LE(at + 30)
    const sizes = { compressedSize: file.readUInt32LE(at + 20), uncompressedSize: file.readUInt32LE(at + 24) }
    if (!isSame(sizes, longSizes(file.subarray(nameEnd, extraEnd)) ?? sizes)) refuse('damaged')
    entries.push({
      ...sizes,
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      offset: file.readUInt32LE(at + 42),
      name: file.toString('utf8', at + 46, nameEnd),
      rawName: file.subarray(at + 46, nameEnd),
    })
    at = extraEnd + file.readUInt16LE(at + 32)
  }
  return entries
}

const isSame = (one: Sizes, other: Sizes) =>
  one.compressedSize === other.compressedSize && one.uncompressedSize === other.uncompressedSize

/** The sizes that an extra field tells in 64 bits; the last such field counts. */
function longSizes(extra: Buffer): Sizes | undefined {
  let sizes: Sizes | undefined
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64) continue
    if (extra.readUInt16LE(at + 2) < 16 || at + 20 > extra.length) refuse('damaged')
    sizes = {
      uncompressedSize: Number(extra.readBigUInt64LE(at + 4)),
      compressedSize: Number(extra.readBigUInt64LE(at + 12)),
    }
  }
  return sizes
}

/** Where the bytes of an entry begin; its own heading has to say what the directory says. */
function startOf(file: Buffer, entry: Entry): number {
  const { offset, method, rawName } = entry
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== LOCAL) refuse('damaged')
  const nameEnd = offset + 30 + file.readUInt16LE(offset + 26)
  const start = nameEnd + file.readUInt16LE(offset + 28)
  const sizes = { compressedSize: file.readUInt32LE(offset + 18), uncompressedSize: file.readUInt32LE(offset + 22) }
  const told = longSizes(file.subarray(nameEnd, start)) ?? sizes
  // Packed entries may leave their sizes open and tell them behind.
  const isOpen = method !== 0 && told.compressedSize === 0 && told.uncompressedSize === 0
  if (!isOpen && !isSame(told, entry)) refuse('damaged')
  if (file.readUInt16LE(offset + 8) !== method) refuse('damaged')
  return file.subarray(offset + 30, nameEnd).equals(rawName) ? start : refuse('damaged')
}

/** What an entry unpacks to, which is as long as the directory says. */
export function bytesOf(file: Buffer, entry: Entry): Buffer {
  const { compressedSize, uncompressedSize, method } = entry
  const start = startOf(file, entry)
  const bytes = file.subarray(start, start + compressedSize)
  if (bytes.length !== compressedSize || (method !== 0 && method !== 8)) refuse('damaged')
  const whole = method === 0 ? bytes : unpack(bytes, uncompressedSize)
  return whole.length === uncompressedSize ? whole : refuse('damaged')
}

function unpack(bytes: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    const isMore =
      error instanceof RangeError ||
      (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
    return refuse(isMore ? 'tooExpensive' : 'damaged')
  }
}
