// Detects the kind of a file by its first bytes. The name only matters if it contradicts them.
import { readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import { decodeText } from './decode-text.ts'
import { explainNoSheet, findQuestionSheets, countKnownColumns } from './find-header.ts'
import { refuse, SpreadsheetRefused, toOneLine, type Grid } from './grid.ts'
import { readWorkbook } from './read-workbook.ts'
import { guardZip, type ZipContent } from './zip-guard.ts'

// Reads OpenDocument spreadsheets (.ods), as LibreOffice and Google Sheets write them (OASIS OpenDocument 1.3).

const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet'

/** Whether a zip file is an OpenDocument spreadsheet, and not a text or a presentation. */
function isOpenDocument({ names, readText }: ZipContent): boolean {
  return names.has('mimetype') && readText('mimetype').startsWith(SPREADSHEET)
}

/** Reads every sheet. */
async function readOpenDocument(file: Buffer, { names, readText }: ZipContent): Promise<Grid[]> {
  // The library knows the kind of the file by its manifest.
  if (!names.has('META-INF/manifest.xml') || !names.has('content.xml')) refuse('damaged')
  const hidden = findHiddenSheets(readText('content.xml'))
  const grids = await readWorkbook(file, 'ods')
  return grids.map((grid, index) => ({ ...grid, isHidden: hidden[index] ?? false }))
}

/** Says of each sheet, in order, whether it is hidden, which is a property of its style. The library does not read it. */
function findHiddenSheets(content: string): boolean[] {
  const styles = [...content.matchAll(/<style:style\s([^>]*)>\s*<style:table-properties\s([^>]*)>/g)]
  const isHiding = ([, , properties = '']: string[]) => readAttribute(properties, 'table:display') === 'false'
  const hiding = new Set(styles.filter(isHiding).map(([, style = '']) => readAttribute(style, 'style:name')))
  const tables = [...content.matchAll(/<table:table\s([^>]*[^/])>/g)]
  return tables.map(([, table = '']) => hiding.has(readAttribute(table, 'table:style-name')))
}

const readAttribute = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

// Reads CSV (RFC 4180) with commas, semicolons or tabs. Strict about quotes, lenient about short rows.

const delimiters = [',', ';', '\t'] as const

/** The first rows, which are searched for the header. */
const SAMPLE_ROWS = 20

const options = { bom: true, relax_column_count: true, max_record_size: 100_000 } as const

function parseRows(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { ...options, delimiter })
  } catch (error) {
    if (error instanceof CsvError && /QUOTE/.test(error.code))
      refuse('brokenQuotes', { row: Number(error['records'] ?? 0) + 1 })
    return refuse('damaged')
  }
}

/** Counts the known columns that the first rows name with a delimiter; 0 if they cannot be parsed with it. */
function countKnown(text: string, delimiter: string): number {
  try {
    const rows: string[][] = parse(text, { ...options, delimiter, to: SAMPLE_ROWS })
    return Math.max(0, ...rows.map((cells) => countKnownColumns(cells.map(toOneLine))))
  } catch {
    return 0
  }
}

/** Reads the rows of a text. Empty lines count, as in the row numbers of spreadsheet programs. */
function readCsv(text: string): Grid {
  // Excel may name the delimiter in the first line, which it neither shows nor counts.
  const named = /^\uFEFF?sep=(.)\r?\n/i.exec(text)
  const rest = named ? text.slice(named[0].length) : text
  const best = delimiters.toSorted((a, b) => countKnown(rest, b) - countKnown(rest, a))[0] ?? ','
  const rows = parseRows(rest, best).map((cells, at) => ({ row: at + 1, cells: cells.map(toOneLine) }))
  return { name: null, rows }
}

export type ReadQuestions = ReturnType<typeof findQuestionSheets> & {
  /** All sheets that are not hidden, also those without questions. */
  grids: Grid[]
  /** The number of formulas in the workbook; 0 for kinds of files in which they cannot be counted. */
  formulas: number
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const startsWith = (file: Buffer, magic: Buffer) => file.subarray(0, magic.length).equals(magic)

/** A password-protected .xlsx is an OLE container with a stream of this name, in UTF-16. */
const isEncrypted = (file: Buffer) => file.includes(Buffer.from('EncryptedPackage', 'utf16le'))

/** Word and PowerPoint wrote files of the same kind, with streams of these names. */
const otherStreams = ['WordDocument', 'PowerPoint Document'].map((name) => Buffer.from(name, 'utf16le'))
const isOtherOffice = (file: Buffer) => otherStreams.some((name) => file.includes(name))

/** The mark of a PDF, which other bytes may precede. */
const isPdf = (file: Buffer) => file.subarray(0, 1_024).includes('%PDF-')

async function readZip(file: Buffer): Promise<{ grids: Grid[]; formulas: number }> {
  const zip = guardZip(file)
  if (zip.names.has('xl/workbook.xml')) return { grids: await readWorkbook(file, 'xlsx'), formulas: zip.formulas }
  if (!isOpenDocument(zip)) refuse('notASpreadsheet')
  return { grids: await readOpenDocument(file, zip), formulas: zip.formulas }
}

async function readGrids(file: Buffer, name: string): Promise<{ grids: Grid[]; formulas: number }> {
  if (startsWith(file, ZIP)) return readZip(file)
  if (startsWith(file, OLE)) {
    if (isEncrypted(file)) refuse('password')
    if (isOtherOffice(file)) refuse('notASpreadsheet')
    return { grids: await readWorkbook(file, 'xls'), formulas: 0 }
  }
  if (isPdf(file)) refuse('pdf')
  const text = decodeText(file)
  if (/\.(xlsx?|ods)$/i.test(name)) refuse('wrongExtension')
  return { grids: [readCsv(text)], formulas: 0 }
}

/** Reads the sheets of questions in the file at a path. @throws SpreadsheetRefused */
export async function readFile({ path, name }: { path: string; name: string }): Promise<ReadQuestions> {
  const { grids, formulas } = await readGrids(readFileSync(path), name)
  const found = findQuestionSheets(grids)
  if (found.sheets.length === 0) throw new SpreadsheetRefused(explainNoSheet(found.leftOut))
  return { ...found, grids: grids.filter(({ isHidden }) => !isHidden), formulas }
}
