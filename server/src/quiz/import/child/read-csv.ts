// Text tables by RFC 4180, in three dialects: comma, semicolon, tab. Strict about quotes, lenient about short rows.
import { CsvError, parse } from 'csv-parse/sync'
import { countKnownColumns } from './find-header.ts'
import { oneLine, refuse, type Grid } from './grid.ts'

const delimiters = [',', ';', '\t'] as const

/** Rows to look at for the names of the columns. */
const SAMPLE_ROWS = 20

const options = { bom: true, relax_column_count: true, max_record_size: 100_000 } as const

function rowsOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { ...options, delimiter })
  } catch (error) {
    if (error instanceof CsvError && /QUOTE/.test(error.code))
      refuse('brokenQuotes', { row: Number(error['records'] ?? 0) + 1 })
    return refuse('damaged')
  }
}

/** How many of our columns the beginning names under a delimiter; a text that breaks under it names none. */
function known(text: string, delimiter: string): number {
  try {
    const rows: string[][] = parse(text, { ...options, delimiter, to: SAMPLE_ROWS })
    return Math.max(0, ...rows.map((cells) => countKnownColumns(cells.map(oneLine))))
  } catch {
    return 0
  }
}

/** The rows of a text. Every line counts as a row, empty ones too, as a spreadsheet program numbers them. */
export function readCsv(text: string): Grid {
  // Excel's own way of naming the delimiter; it shows no such row.
  const named = /^\uFEFF?sep=(.)\r?\n/i.exec(text)
  const rest = named ? text.slice(named[0].length) : text
  const best = delimiters.toSorted((a, b) => known(rest, b) - known(rest, a))[0] ?? ','
  const rows = rowsOf(rest, best).map((cells, at) => ({ row: at + 1, cells: cells.map(oneLine) }))
  return { name: null, rows }
}
