// The rows of a file of any format: the texts shown in its cells, and the row numbers shown by spreadsheet programs.

/** The names of sheets are cut to this number of characters. Excel allows 31, other programs more. */
export const MAX_SHEET_NAME = 100

export type GridRow = { row: number; cells: string[] }
/** One sheet of a workbook, or a text file, which has no name. */
export type Grid = { name: string | null; rows: GridRow[]; isHidden?: boolean }

/** The reason why a whole file is refused, with `columns` and `row` if the message names them. */
export type FileRefusal = {
  reason:
    | 'notASpreadsheet'
    | 'pdf'
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
  columns?: string[]
  row?: number
}

/** Thrown if a file cannot be imported. The program prints the reason and ends. */
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

/** Joins the lines of a cell: a question is one line. */
export function toOneLine(value: string): string {
  return value.replace(/[\r\n\t\v\f\u2028\u2029]+/g, ' ').trim()
}

export const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell === '')
