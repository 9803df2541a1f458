// Reads workbooks: every sheet, as the texts that its cells show.
import { read, set_cptable, SSF, type CellObject, type DenseWorkSheet, type WorkBook } from '@e965/xlsx'
import { toOneLine, refuse, type Grid, type GridRow } from './grid.ts'

/** The Nigerian date format, for dates without a format of their own. */
const DATE_FORMAT = 'dd/mm/yyyy'

const options = {
  type: 'buffer',
  dense: true,
  cellHTML: false,
  cellNF: true,
  bookVBA: false,
  dateNF: DATE_FORMAT,
} as const

type WorkbookKind = 'xlsx' | 'xls' | 'ods'

async function parse(file: Buffer, kind: WorkbookKind): Promise<WorkBook> {
  // .xls files may have texts in legacy code pages.
  if (kind === 'xls') set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  try {
    return read(file, options)
  } catch (error) {
    return refuse(error instanceof Error && /password|encrypt/i.test(error.message) ? 'password' : 'damaged')
  }
}

/** A locale in a number format, such as `[$-409]`, which the library would show as a currency sign. */
const localeInFormat = /\[\$-[0-9a-f,]*\]/gi

function formatNumber({ v, w, z }: CellObject): string {
  if (typeof z !== 'string' || !z.includes('[$-')) return w ?? String(v)
  const format = z.replace(localeInFormat, '')
  return String(SSF.format(format === 'm/d/yy' ? DATE_FORMAT : format, v))
}

/** Returns what a cell shows: the saved value of a formula, the formatted text of a number or a date. */
function toText(cell: CellObject | undefined): string {
  if (!cell || cell.t === 'z' || cell.v === undefined) return ''
  if (cell.t === 'n') return toOneLine(formatNumber(cell))
  return toOneLine(cell.t === 's' ? String(cell.v) : (cell.w ?? String(cell.v)))
}

function toRows(sheet: DenseWorkSheet): GridRow[] {
  const rows: GridRow[] = []
  // A sparse array: empty rows cost nothing.
  sheet['!data']?.forEach((cells, at) => {
    rows.push({ row: at + 1, cells: Array.from(cells ?? [], toText) })
  })
  return rows
}

/** Copies the text of merged cells into each of them. */
function fillMergedCells(sheet: DenseWorkSheet, rows: readonly GridRow[]): void {
  const byNumber = new Map(rows.map((row) => [row.row, row]))
  for (const { s: from, e: to } of sheet['!merges'] ?? []) {
    const value = byNumber.get(from.r + 1)?.cells[from.c] ?? ''
    if (value === '') continue
    // Only rows with content: merged cells may reach to the end of the sheet.
    for (const { row, cells } of rows.slice(findFirstRow(rows, from.r + 1)))
      if (row > to.r + 1) break
      else for (let column = from.c; column <= Math.min(to.c, from.c + 50); column += 1) cells[column] = value
  }
  for (const { cells } of rows) for (let at = 0; at < cells.length; at += 1) cells[at] ??= ''
}

function findFirstRow(rows: readonly GridRow[], row: number): number {
  const at = rows.findIndex((one) => one.row >= row)
  return at < 0 ? rows.length : at
}

/** Reads every sheet. Which ones of an .ods are hidden is not known here. */
export async function readWorkbook(file: Buffer, kind: WorkbookKind): Promise<Grid[]> {
  const { SheetNames, Sheets, Workbook } = await parse(file, kind)
  return SheetNames.flatMap((name, at) => {
    const sheet = Sheets[name]
    if (!sheet || !isDense(sheet)) return []
    const rows = toRows(sheet)
    fillMergedCells(sheet, rows)
    return [{ name, rows, isHidden: (Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0 }]
  })
}

/** Returns whether a sheet has cells, unlike a sheet of charts. */
function isDense(sheet: object): sheet is DenseWorkSheet {
  return '!data' in sheet
}
