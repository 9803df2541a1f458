// Detects a file's kind from its first bytes. The name matters only if it contradicts them.
import { readFileSync } from 'node:fs'
import type { GuessedEncoding } from '@baobab/contract/quiz/import-columns.ts'
import type { FileKind } from '@baobab/contract/kernel/files.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { addTextDoubts, doubtPlainCell } from './cell-doubts.ts'
import { decodeText } from './decode-text.ts'
import {
  countKnownColumns,
  explainNoSheet,
  findQuestionSheets,
  type ColumnChoice,
  type FoundSheets,
} from './find-header.ts'
import { refuse, SpreadsheetRefused, toOneLine, type Grid } from './grid.ts'
import { isOpenDocument, readOpenDocument } from './read-open-document.ts'
import { findKindOfBytes, findKindOfText, findKindOfZip } from '../../../platform/files/file-kind.ts'
import { isAiken, readAiken } from './products/aiken.ts'
import { isGift, readGift } from './products/gift.ts'
import { isMoodleXml, readMoodleXml } from './products/moodle-xml.ts'
import { toGrid } from './products/product-question.ts'
import { readProductTable } from './products/product-table.ts'
import { readWorkbook } from './read-workbook.ts'
import { guardZip } from './zip-guard.ts'

// Reads CSV (RFC 4180) with commas, semicolons, tabs or bars. Strict about quotes, lenient about short rows.

const delimiters = [',', ';', '\t', '|'] as const

/** The number of rows at the start that are searched for the header. */
const SAMPLE_ROWS = 20

// A file may contain lines from two programs with different line endings.
const lineEnds = ['\r\n', '\n', '\r']
const options = { relax_column_count: true, max_record_size: 100_000, record_delimiter: lineEnds }

function parseRows(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { ...options, delimiter })
  } catch (error) {
    if (error instanceof CsvError && /QUOTE/.test(error.code))
      refuse('brokenQuotes', { row: Number(error['records'] ?? 0) + 1 })
    return refuse('damaged')
  }
}

/** Counts the known column names in the first rows with a given delimiter; 0 if they cannot be parsed with it. */
function countKnown(text: string, delimiter: string): number {
  try {
    const rows: string[][] = parse(text, { ...options, delimiter, to: SAMPLE_ROWS })
    return Math.max(0, ...rows.map((cells) => countKnownColumns(cells.map(toOneLine))))
  } catch {
    return 0
  }
}

/** Parses CSV text into rows. Empty lines are counted, so that row numbers match those in spreadsheet programs. */
function readCsv(text: string): Grid {
  // Excel may name the delimiter in the first line, which it neither shows nor counts.
  const named = /^sep=(.)\r?\n/i.exec(text)
  const rest = named ? text.slice(named[0].length) : text
  const best = delimiters.toSorted((a, b) => countKnown(rest, b) - countKnown(rest, a))[0] ?? ','
  const rows = parseRows(rest, best).map((parsed, at) => {
    // A text written as a formula, which keeps programs from dropping leading zeros.
    const cells = parsed.map((cell) => toOneLine(cell.replace(/^="([^"]*)"$/, '$1')))
    const doubts = cells.flatMap((text, cell) => {
      const doubt = doubtPlainCell(text)
      return doubt ? [{ cell, ...doubt }] : []
    })
    return { row: at + 1, cells, ...(doubts.length > 0 && { doubts }) }
  })
  return { name: null, rows }
}

export type ReadQuestions = FoundSheets & {
  /** All sheets that are not hidden, including those without questions. */
  grids: Grid[]
  /** The number of formulas in the workbook; 0 for kinds of files where they cannot be counted. */
  formulas: number
  /** The guessed encoding, if the file does not state it. */
  guess?: GuessedEncoding | undefined
}
type FileContent = Pick<ReadQuestions, 'grids' | 'formulas' | 'guess'>

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const startsWith = (file: Buffer, magic: Buffer) => file.subarray(0, magic.length).equals(magic)

/** A password-protected .xlsx is an OLE container with a stream of this name, in UTF-16. */
const isEncrypted = (file: Buffer) => file.includes(Buffer.from('EncryptedPackage', 'utf16le'))

/** Old Word and PowerPoint files have the same container format, with streams of these names. */
function findKindOfOle(file: Buffer): FileKind | undefined {
  if (file.includes(Buffer.from('WordDocument', 'utf16le'))) return 'word'
  return file.includes(Buffer.from('PowerPoint Document', 'utf16le')) ? 'slides' : undefined
}

const refuseKind = (kind: FileKind | undefined) => kind && refuse('otherKind', { kind })

/** Reads a text: another product's questions, or a table. */
function readText(text: string): Grid {
  if (isMoodleXml(text)) return toGrid(readMoodleXml(text))
  refuseKind(findKindOfText(text))
  if (delimiters.every((delimiter) => countKnown(text, delimiter) < 2)) {
    if (isAiken(text)) return toGrid(readAiken(text))
    if (isGift(text)) return toGrid(readGift(text))
  }
  return readCsv(text)
}

async function readZip(file: Buffer): Promise<FileContent> {
  const zip = guardZip(file)
  if (zip.names.has('xl/workbook.xml')) return { grids: await readWorkbook(file, 'xlsx'), formulas: zip.formulas }
  if (!isOpenDocument(zip)) refuseKind(findKindOfZip(zip.names, zip.readText('mimetype')))
  return { grids: await readOpenDocument(file, zip), formulas: zip.formulas }
}

async function readGrids(file: Buffer, name: string): Promise<FileContent> {
  if (startsWith(file, ZIP)) return readZip(file)
  if (startsWith(file, OLE)) {
    if (isEncrypted(file)) refuse('password')
    refuseKind(findKindOfOle(file))
    return { grids: await readWorkbook(file, 'xls'), formulas: 0 }
  }
  refuseKind(findKindOfBytes(file))
  const { text, guess } = decodeText(file)
  const kind = findKindOfText(text)
  if (kind === 'html') refuseKind(kind)
  if (/\.(xlsx?|ods)$/i.test(name)) refuse('wrongExtension')
  return { grids: [readText(text)], formulas: 0, guess }
}

/** Reads the sheets of questions in a file. @throws SpreadsheetRefused */
export async function readFile(
  { path, name }: { path: string; name: string },
  choice: ColumnChoice = {},
): Promise<ReadQuestions> {
  const { grids, formulas, guess } = await readGrids(readFileSync(path), name)
  const read = grids.map(readProductTable).map(addTextDoubts)
  const found = findQuestionSheets(read, choice)
  const canAsk = choice.canAsk === true && found.nearest !== undefined
  if (found.sheets.length === 0 && !canAsk) throw new SpreadsheetRefused(explainNoSheet(found.sheetsLeftOut))
  if (!choice.canAsk && found.sheets.some(({ grid }) => grid.losesPositions)) refuse('lostPositions')
  return { ...found, grids: read.filter(({ isHidden }) => !isHidden), formulas, guess }
}
