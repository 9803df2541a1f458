// Looks at a zip before a parser does (security.md U-12, U-13): its directory first, then every entry unpacked no further
// than the directory says, so that a directory that lies is found out here.
import { inflateRawSync } from 'node:zlib'
import { refuse } from './grid.ts'

const MAX_ENTRIES = 200
const MAX_UNPACKED = 100 * 1_048_576
const MAX_FORMULAS = 20_000
const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const ENCRYPTED = 1

type Entry = { name: string; flags: number; method: number; packed: number; unpacked: number; offset: number }

/** What a workbook holds: its names, and how many of its cells are formulas. */
export type ZipContent = { names: Set<string>; formulas: number }

function findEnd(file: Buffer): number {
  // The directory's end stands in the last 22 bytes, before a comment of at most 65,535.
  for (let at = file.length - 22; at >= Math.max(0, file.length - 22 - 65_535); at -= 1)
    if (file.readUInt32LE(at) === END) return at
  return refuse('damaged')
}

/** The entries as the central directory lists them. */
function readDirectory(file: Buffer): Entry[] {
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  // 65,535 entries or an offset of all ones would mean zip64, which no sheet of 5 MB needs.
  if (count > MAX_ENTRIES) refuse('tooHeavy')
  const entries: Entry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) refuse('damaged')
    const nameLength = file.readUInt16LE(at + 28)
    entries.push({
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      unpacked: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

function bytesOf(file: Buffer, entry: Entry): Buffer {
  const { offset, packed, unpacked, method } = entry
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== LOCAL) refuse('damaged')
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
  const bytes = file.subarray(start, start + packed)
  if (bytes.length !== packed) refuse('damaged')
  if (method === 0) return packed === unpacked ? bytes : refuse('damaged')
  if (method !== 8) refuse('damaged')
  if (unpacked === 0) return Buffer.alloc(0)
  const whole = unpack(bytes, unpacked)
  return whole.length === unpacked ? whole : refuse('damaged')
}

function unpack(bytes: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: most })
  } catch (error) {
    const isMore =
      error instanceof RangeError ||
      (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
    return refuse(isMore ? 'tooHeavy' : 'damaged')
  }
}

const isMarkup = (name: string) => /\.(xml|rels|vml)$/i.test(name)
const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

/**
 * Refuses a zip that is too large unpacked, has too many entries, is encrypted, damaged, or brings XML declarations of
 * its own (entities, external files): no program that writes sheets does.
 */
export function guardZip(file: Buffer): ZipContent {
  const entries = readDirectory(file)
  if (entries.some(({ flags }) => (flags & ENCRYPTED) !== 0)) refuse('password')
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > MAX_UNPACKED) refuse('tooHeavy')
  let formulas = 0
  for (const entry of entries) {
    const bytes = bytesOf(file, entry)
    if (!isMarkup(entry.name)) continue
    // UTF-16 would hide a declaration from the look below; sheets are UTF-8.
    if (bytes.includes('<!DOCTYPE') || bytes.includes('<!ENTITY') || bytes[0] === 0xff || bytes[0] === 0xfe)
      refuse('damaged')
    if (/worksheets\/[^/]+\.xml$/i.test(entry.name)) formulas += count(bytes.toString('latin1'), /<(\w+:)?f[ >/]/g)
  }
  if (formulas > MAX_FORMULAS) refuse('formulas')
  return { names: new Set(entries.map(({ name }) => name.replace(/^\//, ''))), formulas }
}
