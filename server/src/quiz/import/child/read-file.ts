// Detects the kind of a file by its first bytes. The name only matters if it contradicts them.
import { readFileSync } from 'node:fs'
import { decodeText } from './decode-text.ts'
import { findQuestionSheet } from './find-header.ts'
import { refuse, type Grid } from './grid.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { guardZip } from './zip-guard.ts'

export type QuestionGrid = ReturnType<typeof findQuestionSheet> & {
  /** The number of formulas in the workbook; 0 for kinds of files in which they cannot be counted. */
  formulas: number
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const startsWith = (file: Buffer, magic: Buffer) => file.subarray(0, magic.length).equals(magic)

/** A password-protected .xlsx is an OLE container with a stream of this name, in UTF-16. */
const isEncrypted = (file: Buffer) => file.includes(Buffer.from('EncryptedPackage', 'utf16le'))

async function readGrids(file: Buffer, name: string): Promise<{ grids: Grid[]; formulas: number }> {
  if (startsWith(file, ZIP)) {
    const { names, formulas } = guardZip(file)
    if (!names.has('xl/workbook.xml')) refuse('notASpreadsheet')
    return { grids: await readWorkbook(file, false), formulas }
  }
  if (startsWith(file, OLE)) {
    if (isEncrypted(file)) refuse('password')
    return { grids: await readWorkbook(file, true), formulas: 0 }
  }
  const text = decodeText(file)
  if (/\.xlsx?$/i.test(name)) refuse('wrongExtension')
  return { grids: [readCsv(text)], formulas: 0 }
}

/** Reads the sheet of questions in the file at a path. @throws SpreadsheetRefused */
export async function readFile({ path, name }: { path: string; name: string }): Promise<QuestionGrid> {
  const { grids, formulas } = await readGrids(readFileSync(path), name)
  return { ...findQuestionSheet(grids), formulas }
}
