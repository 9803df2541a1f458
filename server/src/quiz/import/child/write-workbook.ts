// Writes an admin's own workbook for download. Every cell is text, so that nothing a person typed is ever a formula.
import { utils, write, type WorkSheet } from '@e965/xlsx'
import { z } from 'zod'
import type { Grid } from './grid.ts'
import type { ReadQuestions } from './read-file.ts'

/** The problems of bad rows. `sheet` is null if only one sheet was read. */
const Reasons = z.array(z.object({ sheet: z.string().nullable(), row: z.number(), reason: z.string() }))
/** The name of an annotated sheet's last column. */
const REASON = 'reason'
/** The maximum length of a sheet name in .xlsx, and the characters it cannot contain. */
const MAX_NAME = 31
const forbiddenInName = /[[\]*?/\\:]/g

function toWorksheet(rows: readonly (readonly string[])[], widths: readonly number[]): WorkSheet {
  const cells = rows.map((row) => row.map((text) => (text === '' ? null : { t: 's' as const, v: text, z: '@' })))
  const sheet = utils.aoa_to_sheet(cells, { dense: true })
  sheet['!cols'] = widths.map((wch) => ({ wch }))
  return sheet
}

/** Puts each row at its own number, with `width` cells plus the result of `lastCell`. */
function toRows({ rows }: Grid, width: number, lastCell?: (row: number) => string): string[][] {
  const all: string[][] = []
  // Another product's questions have the column names in a row 0.
  const first = rows[0]?.row === 0 ? 0 : 1
  for (const { row, cells } of rows)
    all[row - first] = [
      ...Array.from({ length: width }, (_, at) => cells[at] ?? ''),
      ...(lastCell ? [lastCell(row)] : []),
    ]
  return Array.from(all, (row) => row ?? [])
}

const widest = ({ rows }: Grid) => rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)

/**
 * Writes all sheets that are not hidden, and keeps every row's number. Question sheets get a last column that says what is wrong
 * with each bad row.
 */
export function annotatedWorkbook({ grids, sheets }: ReadQuestions, input: unknown): Buffer {
  const reasons = new Map(Reasons.parse(input).map(({ sheet, row, reason }) => [`${row} ${sheet ?? ''}`, reason]))
  const book = utils.book_new()
  for (const grid of grids) {
    const header = sheets.find((sheet) => sheet.grid === grid)?.header
    const sheetName = sheets.length > 1 ? grid.name : ''
    const names = grid.rows.find(({ row }) => row === header?.row)?.cells ?? []
    // Replaces the reasons from an earlier annotation.
    const width = names.at(-1) === REASON ? names.length - 1 : widest(grid)
    const lastCell = (row: number) => (row === header?.row ? REASON : (reasons.get(`${row} ${sheetName}`) ?? ''))
    const worksheet = header
      ? toWorksheet(toRows(grid, width, lastCell), [...Array.from({ length: width }, () => 24), 60])
      : toWorksheet(
          toRows(grid, width),
          Array.from({ length: width }, () => 24),
        )
    utils.book_append_sheet(book, worksheet, toSheetName(grid.name ?? 'Questions', book.SheetNames))
  }
  const file: unknown = write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
  return Buffer.isBuffer(file) ? file : Buffer.from([])
}

/** Returns a sheet name that .xlsx allows and no other sheet has. Other file formats allow more characters. */
function toSheetName(name: string, taken: readonly string[]): string {
  const allowed =
    name
      .replaceAll(forbiddenInName, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet'
  const lowerCase = new Set(taken.map((one) => one.toLowerCase()))
  const candidates = [allowed, ...taken.map((_, at) => `${allowed.slice(0, MAX_NAME - 4)} ${at + 2}`)]
  return (candidates.find((one) => !lowerCase.has(one.slice(0, MAX_NAME).toLowerCase())) ?? 'Sheet').slice(0, MAX_NAME)
}
