// Checks a zip file before the spreadsheet library parses it: its directory first, then every entry, decompressed no
// further than the directory says. This stops zip bombs, whatever the directory claims.
import { refuse } from './grid.ts'
import { readEntry, readDirectory } from './zip-entries.ts'

const MAX_ENTRIES = 200
const MAX_UNCOMPRESSED = 100 * 1_048_576
const MAX_FORMULAS = 20_000
const ENCRYPTED = 1

/** What is known of a workbook that passed the checks. */
export type ZipContent = {
  names: Set<string>
  /** The number of formulas. */
  formulas: number
  /** Reads an entry as UTF-8; '' if there is none of this name. */
  readText: (name: string) => string
}

const isMarkup = (name: string) => /\.(xml|rels|vml)$/i.test(name)
const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * Refuses a zip file that is too large when decompressed, has too many entries, is encrypted or damaged, or contains XML
 * entity declarations, which no spreadsheet program writes.
 */
export function guardZip(file: Buffer): ZipContent {
  const entries = readDirectory(file, MAX_ENTRIES)
  if (entries.some(({ flags }) => (flags & ENCRYPTED) !== 0)) refuse('password')
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNCOMPRESSED)
    refuse('tooExpensive')
  // Looked for first: encrypted entries of OpenDocument files are written in a way that would count as damage.
  const manifest = entries.find(({ name }) => name === 'META-INF/manifest.xml')
  if (manifest && readEntry(file, manifest).includes('encryption-data')) refuse('password')
  let formulas = 0
  for (const entry of entries) {
    const bytes = readEntry(file, entry)
    if (!isMarkup(entry.name)) continue
    // UTF-16 would hide a declaration from this search. Spreadsheet programs write UTF-8.
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
