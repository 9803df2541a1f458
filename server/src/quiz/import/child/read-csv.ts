// Reads CSV (RFC 4180) with commas, semicolons or tabs. Strict about quotes, lenient about short rows.
import { CsvError, parse } from 'csv-parse/sync'
import { countKnownColumns } from './find-header.ts'
import { toOneLine, refuse, type Grid } from './grid.ts'

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
export function readCsv(text: string): Grid {
  // Excel may name the delimiter in the first line, which it neither shows nor counts.
  const named = /^\uFEFF?sep=(.)\r?\n/i.exec(text)
  const rest = named ? text.slice(named[0].length) : text
  const best = delimiters.toSorted((a, b) => countKnown(rest, b) - countKnown(rest, a))[0] ?? ','
  const rows = parseRows(rest, best).map((cells, at) => ({ row: at + 1, cells: cells.map(toOneLine) }))
  return { name: null, rows }
}
