// Detects the kind of a file by its first bytes. The name only matters if it contradicts them.
import { readFileSync } from 'node:fs'
import { decodeText } from './decode-text.ts'
import { explainNoSheet, findQuestionSheets } from './find-header.ts'
import { refuse, SpreadsheetRefused, type Grid } from './grid.ts'
import { readCsv } from './read-csv.ts'
import { isOpenDocument, readOpenDocument } from './read-open-document.ts'
import { readWorkbook } from './read-workbook.ts'
import { guardZip } from './zip-guard.ts'

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
