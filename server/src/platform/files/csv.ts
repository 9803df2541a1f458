// Our own CSV files by RFC 4180. What people upload comes in more dialects than this and is not read here.

/**
 * Rows of a CSV text as objects by the names of its first row.
 * @throws Error where a row has another number of fields than the first, or a quote stays open
 */
export function readCsv(text: string): Record<string, string>[] {
  const [names = [], ...rows] = readRows(text.replace(/^\uFEFF/, ''))
  return rows.map((row, index) => {
    if (row.length !== names.length) throw new Error(`Row ${index + 2} has ${row.length} fields, not ${names.length}.`)
    return Object.fromEntries(names.map((name, column) => [name, row[column] ?? '']))
  })
}

/** One field and what ends it: a comma, a line's end or the end of the text. */
const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function readRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  field.lastIndex = 0
  while (field.lastIndex < text.length || row.length > 0) {
    const found = field.exec(text)
    if (!found) throw new Error(`Row ${rows.length + 1} is not CSV.`)
    const [, quoted, bare = '', end] = found
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/**
 * One line of a CSV file that people open in a spreadsheet. A text that a spreadsheet would take for a formula gets an
 * apostrophe in front: nothing that somebody typed is ever calculated.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(harmless(cell)))).join(',')}\r\n`
}

const harmless = (text: string) => (/^[\s\uFEFF]*[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
