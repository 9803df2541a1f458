// Checks a zip file before the spreadsheet library parses it: first its directory, then every entry, decompressed no further
// than the directory says. This stops zip bombs, whatever the directory claims.
import { inflateRawSync } from 'node:zlib'
import { refuse } from './grid.ts'

// Reads the entries of a zip file. A zip file states most facts twice, in its directory and in the header of each entry, and the
// spreadsheet library may read either. Files in which the two differ are refused, so that the library parses exactly what is
// checked here. Zip libraries read only one of the two and do not offer this check.

const END = Buffer.from('PK\x05\x06', 'latin1')
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const ZIP64 = 1

type Sizes = { compressedSize: number; uncompressedSize: number }
type Entry = Sizes & { name: string; rawName: Buffer; flags: number; method: number; offset: number }

/** Finds the end of the directory: the file's last record, followed at most by a comment that contains no other such record. */
function findDirectoryEnd(file: Buffer): number {
  const at = file.lastIndexOf(END)
  if (at < 0 || at + 22 > file.length || at + 22 + file.readUInt16LE(at + 20) !== file.length) refuse('damaged')
  if (file.readUInt16LE(at + 8) !== file.readUInt16LE(at + 10)) refuse('damaged')
  return at
}

/** Reads the entries of the central directory. Refuses more than `maxEntries`. */
function readDirectory(file: Buffer, maxEntries: number): Entry[] {
  const end = findDirectoryEnd(file)
  const count = file.readUInt16LE(end + 10)
  // 65,535 entries or an offset of 0xffffffff would mean zip64, which no file of 5 MB needs.
  if (count > maxEntries) refuse('tooExpensive')
  const entries: Entry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) refuse('damaged')
    const nameEnd = at + 46 + file.readUInt16LE(at + 28)
    const extraEnd = nameEnd + file.readUInt16LE(at + 30)
    const sizes = { compressedSize: file.readUInt32LE(at + 20), uncompressedSize: file.readUInt32LE(at + 24) }
    if (!isSame(sizes, readZip64Sizes(file.subarray(nameEnd, extraEnd)) ?? sizes)) refuse('damaged')
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
  // The library reads '/content.xml' as 'content.xml'.
  return entries.some(({ name }) => name.startsWith('/')) ? refuse('damaged') : entries
}

const isSame = (one: Sizes, other: Sizes) =>
  one.compressedSize === other.compressedSize && one.uncompressedSize === other.uncompressedSize

/** Reads the sizes of a zip64 extra field. The last such field counts. */
function readZip64Sizes(extra: Buffer): Sizes | undefined {
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

/** Finds the first byte of an entry. Refuses a local header that differs from the directory. */
function findContent(file: Buffer, entry: Entry): number {
  const { offset, method, rawName } = entry
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== LOCAL) refuse('damaged')
  const nameEnd = offset + 30 + file.readUInt16LE(offset + 26)
  const start = nameEnd + file.readUInt16LE(offset + 28)
  const sizes = { compressedSize: file.readUInt32LE(offset + 18), uncompressedSize: file.readUInt32LE(offset + 22) }
  const localSizes = readZip64Sizes(file.subarray(nameEnd, start)) ?? sizes
  // Compressed entries may state their sizes after their bytes, with zeros here.
  const areSizesLater = method !== 0 && localSizes.compressedSize === 0 && localSizes.uncompressedSize === 0
  if (!areSizesLater && !isSame(localSizes, entry)) refuse('damaged')
  if (file.readUInt16LE(offset + 8) !== method) refuse('damaged')
  return file.subarray(offset + 30, nameEnd).equals(rawName) ? start : refuse('damaged')
}

/** Decompresses an entry. Refuses one that is not as long as the directory says. */
function readEntry(file: Buffer, entry: Entry): Buffer {
  const { compressedSize, uncompressedSize, method } = entry
  const start = findContent(file, entry)
  const bytes = file.subarray(start, start + compressedSize)
  if (bytes.length !== compressedSize || (method !== 0 && method !== 8)) refuse('damaged')
  const content = method === 0 ? bytes : inflate(bytes, uncompressedSize)
  return content.length === uncompressedSize ? content : refuse('damaged')
}

function inflate(bytes: Buffer, maxLength: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, maxLength) })
  } catch (error) {
    const isTooLong =
      error instanceof RangeError ||
      (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
    return refuse(isTooLong ? 'tooExpensive' : 'damaged')
  }
}

const MAX_ENTRIES = 200
const MAX_UNCOMPRESSED = 100 * 1_048_576
const MAX_FORMULAS = 20_000
const ENCRYPTED = 1

/** What is known about a workbook that passed the checks. */
export type ZipContent = {
  names: Set<string>
  /** The number of formulas. */
  formulas: number
  /** Reads an entry as UTF-8; '' if there is no such entry. */
  readText: (name: string) => string
}

const isMarkup = (name: string) => /\.(xml|rels|vml)$/i.test(name)
const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * Refuses a zip file that is too large when decompressed, has too many entries, is encrypted or damaged, or contains XML entity
 * declarations, which no spreadsheet program writes.
 */
export function guardZip(file: Buffer): ZipContent {
  const entries = readDirectory(file, MAX_ENTRIES)
  if (entries.some(({ flags }) => (flags & ENCRYPTED) !== 0)) refuse('password')
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNCOMPRESSED)
    refuse('tooExpensive')
  // Checked first, because encrypted entries of OpenDocument files are written in a way that would count as damage.
  const manifest = entries.find(({ name }) => name === 'META-INF/manifest.xml')
  if (manifest && readEntry(file, manifest).includes('encryption-data')) refuse('password')
  let formulas = 0
  for (const entry of entries) {
    const bytes = readEntry(file, entry)
    if (!isMarkup(entry.name)) continue
    // A declaration in UTF-16 would escape this search, so only UTF-8 is allowed, as written by spreadsheet programs.
    if (bytes.includes('<!DOCTYPE') || bytes.includes('<!ENTITY') || bytes[0] === 0xff || bytes[0] === 0xfe)
      refuse('damaged')
    if (/worksheets\/[^/]+\.xml$/i.test(entry.name))
      formulas += countMatches(bytes.toString('latin1'), /<(\w+:)?f[ >/]/g)
    else if (entry.name === 'content.xml') formulas += countMatches(bytes.toString('latin1'), /\stable:formula=/g)
  }
  if (formulas > MAX_FORMULAS) refuse('formulas')
  const readText = (name: string) => {
    const entry = entries.find((one) => one.name === name)
    return entry ? readEntry(file, entry).toString('utf8') : ''
  }
  return { names: new Set(entries.map(({ name }) => name.replace(/^\//, ''))), formulas, readText }
}
