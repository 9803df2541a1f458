// Workbooks of Excel, new (.xlsx) and old (.xls): every visible sheet as shown texts.
import { read, set_cptable, SSF, type CellObject, type DenseWorkSheet, type WorkBook } from '@e965/xlsx'
import { oneLine, refuse, type Grid, type GridRow } from './grid.ts'

/** How a date without a format of its own is shown: as in Nigeria. */
const DATE_FORMAT = 'dd/mm/yyyy'

const options = {
  type: 'buffer',
  dense: true,
  cellHTML: false,
  cellNF: true,
  bookVBA: false,
  dateNF: DATE_FORMAT,
} as const

async function parse(file: Buffer, isOld: boolean): Promise<WorkBook> {
  // Old workbooks may hold texts in the code pages of their time.
  if (isOld) set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  try {
    return read(file, options)
  } catch (error) {
    return refuse(error instanceof Error && /password|encrypt/i.test(error.message) ? 'password' : 'damaged')
  }
}

/** A language in a number's format, `[$-409]`: the parser would show it as a sign of money. */
const language = /\[\$-[0-9a-f,]*\]/gi

function shownNumber({ v, w, z }: CellObject): string {
  if (typeof z !== 'string' || !z.includes('[$-')) return w ?? String(v)
  const format = z.replace(language, '')
  return String(SSF.format(format === 'm/d/yy' ? DATE_FORMAT : format, v))
}

/** What a cell shows: a formula its saved value, a number or a date its formatted text. */
function shown(cell: CellObject | undefined): string {
  if (!cell || cell.t === 'z' || cell.v === undefined) return ''
  if (cell.t === 'n') return oneLine(shownNumber(cell))
  return oneLine(cell.t === 's' ? String(cell.v) : (cell.w ?? String(cell.v)))
}

function rowsOf(sheet: DenseWorkSheet): GridRow[] {
  const rows: GridRow[] = []
  // A sparse list: rows that hold nothing cost nothing.
  sheet['!data']?.forEach((cells, at) => {
    rows.push({ row: at + 1, cells: Array.from(cells ?? [], shown) })
  })
  return rows
}

/** Cells that were merged all show the one text that the eye sees there. */
function spreadMerged(sheet: DenseWorkSheet, rows: readonly GridRow[]): void {
  const byNumber = new Map(rows.map((row) => [row.row, row]))
  for (const { s: from, e: to } of sheet['!merges'] ?? []) {
    const value = byNumber.get(from.r + 1)?.cells[from.c] ?? ''
    if (value === '') continue
    // Only rows that hold something: a merge may reach to the end of the sheet.
    for (const { row, cells } of rows.slice(firstFrom(rows, from.r + 1)))
      if (row > to.r + 1) break
      else for (let column = from.c; column <= Math.min(to.c, from.c + 50); column += 1) cells[column] = value
  }
  for (const { cells } of rows) for (let at = 0; at < cells.length; at += 1) cells[at] ??= ''
}

function firstFrom(rows: readonly GridRow[], row: number): number {
  const at = rows.findIndex((one) => one.row >= row)
  return at < 0 ? rows.length : at
}

/** Every sheet that is neither hidden nor very hidden. */
export async function readWorkbook(file: Buffer, isOld: boolean): Promise<Grid[]> {
  const { SheetNames, Sheets, Workbook } = await parse(file, isOld)
  return SheetNames.flatMap((name, at) => {
    const sheet = Sheets[name]
    if (!sheet || (Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0 || !isDense(sheet)) return []
    const rows = rowsOf(sheet)
    spreadMerged(sheet, rows)
    return [{ name, rows }]
  })
}

/** Sheets of charts have no cells. */
function isDense(sheet: object): sheet is DenseWorkSheet {
  return '!data' in sheet
}
