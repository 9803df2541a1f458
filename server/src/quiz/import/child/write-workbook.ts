// Workbooks that people get from us. Every cell is text, so nothing in them is ever a formula (security.md U-15).
import { utils, write, type WorkSheet } from '@e965/xlsx'
import { importColumns } from '@baobab/contract/question-import.ts'
import { z } from 'zod'
import type { Read } from './read-file.ts'

/** Reasons by row number. */
const Reasons = z.record(z.string(), z.string())
const REASON = 'reason'
const Template = z.object({ titles: z.array(z.string()) })

/** Widths in characters of the columns of questions. */
const WIDTHS = [32, 48, 20, 20, 20, 20, 20, 14]

function toWorksheet(rows: readonly (readonly string[])[], widths: readonly number[]): WorkSheet {
  const cells = rows.map((row) => row.map((text) => (text === '' ? null : { t: 's' as const, v: text, z: '@' })))
  const sheet = utils.aoa_to_sheet(cells, { dense: true })
  sheet['!cols'] = widths.map((wch) => ({ wch }))
  return sheet
}

function toWorkbook(sheets: Record<string, WorkSheet>): Buffer {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  const file: unknown = write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
  return Buffer.isBuffer(file) ? file : Buffer.from([])
}

/** The sheet as it came, each row at its own number, and a last column that says why a row is bad. */
export function markedWorkbook({ grid, header }: Read, given: unknown): Buffer {
  const reasons = Reasons.parse(given)
  const names = grid.rows.find(({ row }) => row === header.row)?.cells ?? []
  // A sheet that was marked before gets its reasons anew.
  const width = names.at(-1) === REASON ? names.length - 1 : Math.max(...grid.rows.map(({ cells }) => cells.length))
  const rows: string[][] = []
  for (const { row, cells } of grid.rows) {
    const last = row === header.row ? REASON : (reasons[row] ?? '')
    rows[row - 1] = [...Array.from({ length: width }, (_, at) => cells[at] ?? ''), last]
  }
  const whole = Array.from(rows, (row) => row ?? [])
  return toWorkbook({ Questions: toWorksheet(whole, [...Array.from({ length: width }, () => 24), 60]) })
}

const RULES = [
  ['One row for each question, under the names of the columns on the sheet “Questions”.'],
  ['videoTitle: the title of a video, as on the sheet “Videos”.'],
  ['question: up to 500 characters.'],
  ['option1 to option4: four different answers, up to 200 characters each.'],
  ['correctAnswer: the same text as one of the four options.'],
  ['ageCategory: 5-10 or 11-20.'],
  ['Up to 50 questions for each video and age category, 5,000 rows for each sheet.'],
  [],
  ['An example:'],
  [...importColumns],
  ['Two Buckets, One Well', 'Who shared the water?', 'Amina', 'Bola', 'Chidi', 'Danladi', 'Amina', '11-20'],
]

/** An empty sheet with the right columns, how to fill it in, and the titles to choose from. */
export function templateWorkbook(given: unknown): Buffer {
  const { titles } = Template.parse(given)
  return toWorkbook({
    Questions: toWorksheet([importColumns], WIDTHS),
    'How to fill it in': toWorksheet(RULES, WIDTHS),
    Videos: toWorksheet([['videoTitle'], ...titles.map((title) => [title])], [60]),
  })
}
