// Which kind of file it is, by its first bytes; the name only speaks where the two differ.
import { readFileSync } from 'node:fs'
import { decodeText } from './decode-text.ts'
import { sheetWithHeader } from './find-header.ts'
import { refuse, type Grid } from './grid.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { guardZip } from './zip-guard.ts'

export type Read = ReturnType<typeof sheetWithHeader> & {
  /** Cells with formulas in the whole workbook, as far as they can be counted. */
  formulas: number
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const startsWith = (file: Buffer, magic: Buffer) => file.subarray(0, magic.length).equals(magic)

/** A new workbook under a password is an old container with these two streams; names there are UTF-16. */
const isEncrypted = (file: Buffer) => file.includes(Buffer.from('EncryptedPackage', 'utf16le'))

async function gridsOf(file: Buffer, name: string): Promise<{ grids: Grid[]; formulas: number }> {
  if (startsWith(file, ZIP)) {
    const { names, formulas } = guardZip(file)
    if (!names.has('xl/workbook.xml')) refuse('notASpreadsheet')
    return { grids: await readWorkbook(file, false), formulas }
  }
  if (startsWith(file, OLD)) {
    if (isEncrypted(file)) refuse('password')
    return { grids: await readWorkbook(file, true), formulas: 0 }
  }
  const text = decodeText(file)
  if (/\.xlsx?$/i.test(name)) refuse('wrongExtension')
  return { grids: [readCsv(text)], formulas: 0 }
}

/** Reads the file at a path as the sheet of questions that it holds. @throws SpreadsheetRefused */
export async function readFile({ path, name }: { path: string; name: string }): Promise<Read> {
  const { grids, formulas } = await gridsOf(readFileSync(path), name)
  return { ...sheetWithHeader(grids), formulas }
}
