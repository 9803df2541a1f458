// The rows of a file in any format: the texts shown in its cells, and the row numbers shown by spreadsheet programs.

import type { ImportColumn } from '@baobab/contract/quiz/import-columns.ts'
import type { FileKind } from '@baobab/contract/kernel/files.ts'

/** Sheet names are cut to this number of characters. Excel allows 31, other programs more. */
export const MAX_SHEET_NAME = 100

/** A doubt about a cell: it may not be what the author wrote. The row is bad until a person has chosen or typed a text. */
export type CellDoubt = {
  /** The index of the cell in its row. */
  cell: number
  /** A full sentence from the contract for a person to read. */
  reason: string
  /** Texts that may be meant, each offered by the page. */
  suggestions: string[]
}
export type GridRow = { row: number; cells: string[]; doubts?: CellDoubt[] }
/**
 * One sheet of a workbook, or a text file, which has no name. Every file reader returns grids: the first rows name the columns
 * (readers of other formats write the names in `allImportColumns`), and each row below is one question.
 */
export type Grid = {
  name: string | null
  rows: GridRow[]
  isHidden?: boolean
  /** Whether raised or lowered letters, such as the 2 of 10², are read as ordinary ones. */
  losesPositions?: boolean
  /** What was left out because it is hidden or filtered: the number of rows, and the letters of columns. */
  hidden?: { rows: number; columns: string[] }
  /** Whole sentences about what the reader left out, such as questions of another kind. */
  remarks?: string[]
}

/** The reason why a whole file is refused, with what the message names. */
export type FileRefusal = {
  reason:
    | 'notASpreadsheet'
    | 'otherKind'
    | 'noFourOptions'
    | 'wrongExtension'
    | 'password'
    | 'damaged'
    | 'tooExpensive'
    | 'formulas'
    | 'tooManyRows'
    | 'noRows'
    | 'noColumns'
    | 'missingColumns'
    | 'duplicateColumns'
    | 'brokenQuotes'
    | 'unreadableHeader'
    | 'lostPositions'
  columns?: ImportColumn[]
  row?: number
  kind?: FileKind
  /** The address of a cell, like C1. */
  cell?: string
}

/** Thrown if a file cannot be imported. The program prints the reason and exits. */
export class SpreadsheetRefused extends Error {
  readonly refusal: FileRefusal
  constructor(refusal: FileRefusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

export function refuse(reason: FileRefusal['reason'], named: Omit<FileRefusal, 'reason'> = {}): never {
  throw new SpreadsheetRefused({ reason, ...named })
}

/** Joins a cell's lines: a question is one line. */
export function toOneLine(value: string): string {
  return value.replace(/[\r\n\t\v\f\u2028\u2029]+/g, ' ').trim()
}

export const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell === '')

/** Returns a column's letters from its index: A, Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
