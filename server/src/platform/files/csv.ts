// Reads and writes our own CSV files (RFC 4180). For admins' uploads, which use more dialects, see quiz/import.
import { parse } from 'csv-parse/sync'

/** The first character of a CSV file, by which Excel recognises UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Parses a CSV text into objects keyed by the names in its first row.
 * @throws Error if a row has more or fewer fields than the first, or a quote is not closed
 */
export function parseCsv(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true, record_delimiter: ['\r\n', '\n'] })
}

/**
 * Formats one row of a CSV file that people open in a spreadsheet program. A text that such a program would read as a formula, even
 * after leading spaces, gets an apostrophe in front, so that nothing a person typed is ever calculated.
 */
export function formatCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quote(escapeFormula(cell)))).join(',')}\r\n`
}

const escapeFormula = (text: string) => (/^[\s\uFEFF]*[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
