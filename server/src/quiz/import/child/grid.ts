// What the child makes of a file, whatever its kind: rows of shown texts with the numbers that the sheet itself shows.

export type GridRow = { row: number; cells: string[] }
export type Grid = { name: string | null; rows: GridRow[] }

/** Why a file is refused as a whole; `columns` and `row` where the sentence names them. */
export type Refused = {
  reason:
    | 'notASpreadsheet'
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

/** Thrown where a file cannot be read on; the child tells it and ends. */
export class SpreadsheetRefused extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super(refused.reason)
    this.refused = refused
  }
}

export function refuse(reason: Refused['reason'], named: Omit<Refused, 'reason'> = {}): never {
  throw new SpreadsheetRefused({ reason, ...named })
}

/** Cells that people break into lines are one line here: a question is one. */
export function oneLine(value: string): string {
  return value.replace(/[\r\n\t\v\f\u2028\u2029]+/g, ' ').trim()
}

export const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell === '')
