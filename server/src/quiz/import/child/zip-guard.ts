// Looks at a zip before a parser does (security.md U-12, U-13): its directory first, then every entry unpacked no further
// than the directory says, so that a directory that lies is found out here.
import { refuse } from './grid.ts'
import { bytesOf, readDirectory } from './zip-entries.ts'

const MAX_ENTRIES = 200
const MAX_UNPACKED = 100 * 1_048_576
const MAX_FORMULAS = 20_000
const ENCRYPTED = 1

/** What a workbook holds: its names, and how many of its cells are formulas. */
export type ZipContent = { names: Set<string>; formulas: number }

const isMarkup = (name: string) => /\.(xml|rels|vml)$/i.test(name)
const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

/**
 * Refuses a zip that is too large unpacked, has too many entries, is encrypted, damaged, or brings XML declarations of
 * its own (entities, external files): no program that writes sheets does.
 */
export function guardZip(file: Buffer): ZipContent {
  const entries = readDirectory(file, MAX_ENTRIES)
  if (entries.some(({ flags }) => (flags & ENCRYPTED) !== 0)) refuse('password')
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNPACKED) refuse('tooExpensive')
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
