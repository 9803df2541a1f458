// Reads workbooks: every sheet, as the texts that its cells show, without hidden rows and columns.
import { CFB, read, set_cptable, SSF, type CellObject, type DenseWorkSheet, type WorkBook } from '@e965/xlsx'
import { doubtDate, doubtNumber } from './cell-doubts.ts'
import { columnLetters, toOneLine, refuse, type CellDoubt, type Grid, type GridRow } from './grid.ts'
import { LOST_POSITION, writeSmall } from './small-digits.ts'

/** The Nigerian date format, for dates without their own format. */
const DATE_FORMAT = 'dd/mm/yyyy'

const options = {
  type: 'buffer',
  dense: true,
  // Includes the runs of rich text.
  cellHTML: true,
  cellNF: true,
  // Says what is hidden. With this, the library would also keep every empty cell that has a format, which may be millions.
  cellStyles: true,
  get sheetStubs() {
    return false
  },
  set sheetStubs(_) {
    // The library turns `sheetStubs` on for `cellStyles`. Ignoring that keeps empty cells out.
  },
  bookVBA: false,
  dateNF: DATE_FORMAT,
} as const

type WorkbookKind = 'xlsx' | 'xls' | 'ods'

async function parse(file: Buffer, kind: WorkbookKind): Promise<WorkBook> {
  // .xls files may contain text in legacy code pages.
  if (kind === 'xls') set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  try {
    return read(file, options)
  } catch (error) {
    return refuse(error instanceof Error && /password|encrypt/i.test(error.message) ? 'password' : 'damaged')
  }
}

/** A locale in a number format, such as `[$-409]`, which the library would show as a currency sign. */
const localeInFormat = /\[\$-[0-9a-f,]*\]/gi

/** Returns whether a format shows a number as it is rather than as a date, a time or an amount. */
const isPlain = (format: unknown) => format === undefined || format === 'General' || format === '@'

function formatNumber({ v, w, z }: CellObject): string {
  // General shows only six digits of a long number.
  if (isPlain(z)) return typeof v === 'number' && Number.isInteger(v) ? BigInt(v).toString() : (w ?? String(v))
  if (typeof z !== 'string' || !z.includes('[$-')) return w ?? String(v)
  const format = z.replace(localeInFormat, '')
  return String(SSF.format(format === 'm/d/yy' ? DATE_FORMAT : format, v))
}

/** The type of a font record in an .xls, and the offset at which it says whether the font is raised or lowered. */
const FONT_RECORD = 0x31
const FONT_POSITION = 8

/** Whether an .xls has raised or lowered letters. The library does not say in which cells. */
function hasSmallFont(file: Buffer): boolean {
  const container: unknown = CFB.read(file, { type: 'buffer' })
  const stream: { content: Uint8Array } | null = CFB.find(container, 'Workbook') ?? CFB.find(container, 'Book')
  const records = Buffer.from(stream?.content ?? [])
  for (let at = 0; at + 4 <= records.length; at += 4 + records.readUInt16LE(at + 2)) {
    const position = at + 4 + FONT_POSITION
    if (
      records.readUInt16LE(at) === FONT_RECORD &&
      position + 2 <= records.length &&
      records.readUInt16LE(position) > 0
    )
      return true
  }
  return false
}

/** A run of rich text that is raised or lowered, and the tags of all runs, as the library writes them. */
const smallRun = /<(sup|sub)>([^<]*)<\/\1>/g
const runTags = /<\/?(?:span(?: style="[^"]*")?|b|i|s)>/g

/** Returns a text with its superscript and subscript digits as separate characters. */
function readRichText({ v, h }: CellObject): string {
  const text = String(v)
  if (h === undefined || !/<su[pb]>/.test(h)) return text
  const plain = h.replaceAll('<br/>', ' ').replace(runTags, '')
  return plain.replace(smallRun, (_, kind: 'sup' | 'sub', run: string) => writeSmall(run, kind) ?? LOST_POSITION + run)
}

/** Returns what a cell shows: a formula's saved value, or the formatted text of a number or date. */
function toText(cell: CellObject | undefined): string {
  if (!cell || cell.t === 'z' || cell.v === undefined) return ''
  if (cell.t === 'n') return toOneLine(formatNumber(cell))
  return toOneLine(cell.t === 's' ? readRichText(cell) : (cell.w ?? String(cell.v)))
}

/** Returns what is doubtful about a number: a date may have been a fraction. */
function findDoubt(cell: CellObject | undefined, shown: string): Omit<CellDoubt, 'cell'> | undefined {
  if (cell?.t !== 'n') return undefined
  return isPlain(cell.z) ? doubtNumber(shown) : doubtDate(shown)
}

/** What is hidden or filtered in a sheet: row and column indexes. */
export type Hidden = { isHidden: boolean; rows: ReadonlySet<number>; columns: ReadonlySet<number> }

/** Returns what is hidden in a sheet from a program that stores this beside the cells. */
function readHidden(sheet: DenseWorkSheet, isHidden: boolean): Hidden {
  // Some programs hide a row or column by giving it zero size.
  const indexes = (all: readonly ({ hidden?: boolean; hpt?: number; width?: number } | undefined)[] = []) =>
    new Set([...all.keys()].filter((at) => all[at]?.hidden === true || all[at]?.hpt === 0 || all[at]?.width === 0))
  return { isHidden, rows: indexes(sheet['!rows']), columns: indexes(sheet['!cols']) }
}

function toRows(sheet: DenseWorkSheet): GridRow[] {
  const rows: GridRow[] = []
  // A sparse array: empty rows cost nothing.
  sheet['!data']?.forEach((cells, at) => {
    const all = Array.from(cells ?? [])
    const texts = all.map(toText)
    const doubts = all.flatMap((cell, index) => {
      const doubt = findDoubt(cell, texts[index] ?? '')
      return doubt ? [{ cell: index, ...doubt }] : []
    })
    rows.push({ row: at + 1, cells: texts, ...(doubts.length > 0 && { doubts }) })
  })
  return rows
}

/** Empties hidden columns, so that the others keep their letters, and leaves out hidden rows. Counts those with content. */
function leaveOutHidden(
  rows: readonly GridRow[],
  { rows: hiddenRows, columns }: Hidden,
): Pick<Grid, 'rows' | 'hidden'> {
  const filled = (cells: readonly string[]) => cells.some((cell) => cell !== '')
  const shown = rows.filter(({ row }) => !hiddenRows.has(row - 1))
  const hiddenColumns = [...columns].filter((at) => shown.some(({ cells }) => (cells[at] ?? '') !== ''))
  const counts = {
    rows: rows.filter(({ row, cells }) => hiddenRows.has(row - 1) && filled(cells)).length,
    columns: hiddenColumns.map((at) => columnLetters(at)),
  }
  if (counts.rows + counts.columns.length === 0) return { rows: [...rows] }
  const emptied = shown.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => (columns.has(at) ? '' : cell)),
    ...(row.doubts && { doubts: row.doubts.filter(({ cell }) => !columns.has(cell)) }),
  }))
  return { rows: emptied, hidden: counts }
}

/** Copies the text of merged cells into each of them. */
function fillMergedCells(sheet: DenseWorkSheet, rows: readonly GridRow[]): void {
  const byNumber = new Map(rows.map((row) => [row.row, row]))
  for (const { s: from, e: to } of sheet['!merges'] ?? []) {
    const value = byNumber.get(from.r + 1)?.cells[from.c] ?? ''
    if (value === '') continue
    // Only rows with content, because merged cells may reach to the end of the sheet.
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

/** Reads every sheet. For .ods files, what is hidden has to be passed in. */
export async function readWorkbook(file: Buffer, kind: WorkbookKind, known?: readonly Hidden[]): Promise<Grid[]> {
  const { SheetNames, Sheets, Workbook } = await parse(file, kind)
  const losesPositions = kind === 'xls' && hasSmallFont(file)
  return SheetNames.flatMap((name, at) => {
    const sheet = Sheets[name]
    if (!sheet || !isDense(sheet)) return []
    const rows = toRows(sheet)
    fillMergedCells(sheet, rows)
    const hidden = known?.[at] ?? readHidden(sheet, (Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0)
    return [{ name, isHidden: hidden.isHidden, losesPositions, ...leaveOutHidden(rows, hidden) }]
  })
}

/** Returns whether a sheet has cells, unlike a chart sheet. */
function isDense(sheet: object): sheet is DenseWorkSheet {
  return '!data' in sheet
}
