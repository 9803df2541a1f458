// Writes workbooks for download. Every cell is text, so that nothing a person typed is ever a formula.
import { utils, write, type WorkSheet } from '@e965/xlsx'
import { allImportColumns } from '@baobab/contract/question-import.ts'
import { z } from 'zod'
import type { QuestionGrid } from './read-file.ts'

/** The problems of bad rows, by row number. */
const Reasons = z.record(z.string(), z.string())
/** The name of the last column of an annotated spreadsheet. */
const REASON = 'reason'
const Template = z.object({ titles: z.array(z.string()) })

/** The widths of the columns of questions, in characters. */
const WIDTHS = [32, 48, 20, 20, 20, 20, 20, 14, 48, 10]

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

/** Writes the spreadsheet with each row at its own number and a last column that says what is wrong with a bad row. */
export function annotatedWorkbook({ grid, header }: QuestionGrid, input: unknown): Buffer {
  const reasons = Reasons.parse(input)
  const names = grid.rows.find(({ row }) => row === header.row)?.cells ?? []
  // Replaces the reasons from an earlier annotation.
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
  ['One row for each question, below the column names on the sheet “Questions”.'],
  ['videoTitle: the title of a video, as on the sheet “Videos”.'],
  ['question: up to 500 characters.'],
  ['option1 to option4: four different answers, up to 200 characters each.'],
  ['correctAnswer: the same text as one of the four options.'],
  ['ageCategory: 5-10 or 11-20.'],
  ['explanation (optional): why the answer is correct, up to 300 characters. Shown after the question is answered.'],
  ['moment (optional): where the video shows the answer, in minutes and seconds, like 0:45.'],
  ['Up to 50 questions for each video and age category, 5,000 rows for each sheet.'],
  [],
  ['An example:'],
  [...allImportColumns],
  [
    'Two Buckets, One Well',
    'Who shared the water?',
    'Amina',
    'Bola',
    'Chidi',
    'Danladi',
    'Amina',
    '11-20',
    'Amina saw that both families were thirsty.',
    '0:45',
  ],
]

/** Writes an empty sheet with the right columns, a sheet of instructions, and a sheet of all video titles. */
export function templateWorkbook(input: unknown): Buffer {
  const { titles } = Template.parse(input)
  return toWorkbook({
    Questions: toWorksheet([allImportColumns], WIDTHS),
    'How to fill it in': toWorksheet(RULES, WIDTHS),
    Videos: toWorksheet([['videoTitle'], ...titles.map((title) => [title])], [60]),
  })
}
