// Spreadsheets of questions: what will happen, the import, its list and its undo (decisions 4, "Spreadsheet").
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { SHEET_BYTES, QUESTION_FILE_ROWS } from './limits.ts'
import { commonText } from './common-text.ts'

const group = 'Trivia'

/** The columns of a sheet, in the order of the template; a sheet may have them in any order and case. */
export const importColumns = [
  'videoTitle',
  'question',
  'option1',
  'option2',
  'option3',
  'option4',
  'correctAnswer',
  'ageCategory',
] as const
export const ImportColumn = z.enum(importColumns)
export type ImportColumn = z.infer<typeof ImportColumn>

/** What the file picker offers. */
export const SPREADSHEET_ACCEPT = '.xlsx,.xls,.csv'

/** The key of a column's name: case, spaces, hyphens and underscores make no difference. */
export function toColumnKey(name: string): string {
  return field
    .normalizeText(name)
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
}

/** Why a whole file is refused. */
export const importRefusals = {
  notASheet: 'This is not a spreadsheet that we can read. Please use .xlsx, .xls or .csv.',
  notWhatItSays:
    'This file is named like an Excel workbook but holds plain text. Please save it as a workbook, or name it .csv.',
  password: 'This file is protected by a password. Please save it without one and try again.',
  damaged: 'This file is damaged. Please open it, save it again and try once more.',
  tooHeavy:
    'This file takes too much time or memory to read. Please copy the questions into a new sheet and try again.',
  formulas: 'This file is full of formulas. Please copy the cells, paste them as values and try again.',
  tooLarge: 'A sheet can have at most 5 MB.',
  tooManyRows: `A sheet can have at most ${QUESTION_FILE_ROWS.toLocaleString('en-GB')} rows of questions.`,
  noRows: 'There are no questions under the names of the columns.',
  noColumns: `No sheet of this file has the columns ${importColumns.join(', ')}.`,
  missingColumns: (columns: readonly string[]) => `Columns that are missing: ${columns.join(', ')}.`,
  twice: (columns: readonly string[]) => `Columns that stand there more than once: ${columns.join(', ')}.`,
  quotes: (row: number) => `Row ${row}: a quotation mark is not closed, or stands in the middle of a cell.`,
} as const

/** Why one row is refused, beside the messages of the form by hand. */
export const rowProblems = {
  ageCategory: 'The age category must be 5-10 or 11-20.',
  shownError: 'This cell shows an error of the spreadsheet.',
  tooManyCells: 'This row has more cells than there are columns. Put cells with commas in quotation marks.',
  otherwiseStored: 'This video already has this question, with other options or another answer.',
  otherwiseInRow: (row: number) => `Row ${row} has this question already, with other options or another answer.`,
} as const

/** The sentence of a row in a refusal (security.md U-16). */
export function formatRowError({ row, reason }: { row: number; reason: string }): string {
  return `Row ${row}: ${reason}`
}

export const RowProblem = z.object({ column: ImportColumn.nullable(), reason: z.string() })
export type RowProblem = z.infer<typeof RowProblem>

export const RowPreview = z
  .object({
    /** The number that the sheet itself shows beside the row, header included. */
    row: z.number().int(),
    outcome: z.enum(['added', 'skipped', 'bad']),
    videoTitle: z.string(),
    ageCategory: z.string(),
    question: z.string(),
    problems: z.array(RowProblem),
  })
  .meta({ id: 'RowPreview' })
export type RowPreview = z.infer<typeof RowPreview>

export const ImportPreview = z
  .object({
    fileName: z.string(),
    /** The name of the sheet inside the workbook; null for a text file. */
    sheetName: z.string().nullable(),
    /** Columns with other names, which are left out. */
    ignoredColumns: z.array(z.string()),
    added: z.number().int(),
    skipped: z.number().int(),
    bad: z.number().int(),
    /** What each quiz would have afterwards. */
    quizzes: z.array(
      z.object({
        videoTitle: z.string(),
        ageCategory: field.ageCategory,
        before: z.number().int(),
        added: z.number().int(),
      }),
    ),
    rows: z.array(RowPreview),
  })
  .meta({ id: 'SheetPreview' })
export type ImportPreview = z.infer<typeof ImportPreview>

const sheetFile = { body: z.strictObject({}), files: ['file'], bodyLimit: SHEET_BYTES } as const

export const importQuestions = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/upload-excel',
  who: 'admin',
  summary: 'Adds the questions of a spreadsheet, all of them or none: multipart `file`, .xlsx, .xls or .csv',
  unauthorised: commonText.tokenMissing,
  ...sheetFile,
  reply: z.object({
    message: z.string(),
    importId: z.string(),
    added: z.number().int(),
    skipped: z.number().int(),
  }),
  fails: ['not_a_sheet', 'too_large', 'busy'],
})

export const previewImport = endpoint({
  group,
  method: 'POST',
  path: '/admin/sheets/preview',
  who: 'admin',
  summary: 'Says what an import of this spreadsheet would do, row by row; writes nothing',
  ...sheetFile,
  reply: ImportPreview,
  fails: ['not_a_sheet', 'too_large', 'busy'],
})

/** An answer that is a file and not JSON. */
const bytes = z.unknown().meta({ description: 'The bytes of a file.' })

export const annotateSpreadsheet = endpoint({
  group,
  method: 'POST',
  path: '/admin/sheets/marked',
  who: 'admin',
  summary: 'Answers the same sheet as an .xlsx with a column that says why each bad row is bad',
  ...sheetFile,
  reply: bytes,
  fails: ['not_a_sheet', 'too_large', 'busy'],
})

export const importTemplate = endpoint({
  group,
  method: 'GET',
  path: '/admin/sheets/template',
  who: 'admin',
  summary: 'An empty sheet with the right columns; as .xlsx also how to fill it in and the titles of all videos',
  query: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  reply: bytes,
})

export const QuestionImport = z
  .object({
    _id: z.string(),
    fileName: z.string(),
    adminUsername: z.string(),
    added: z.number().int(),
    skipped: z.number().int(),
    /** Of those added, how many are still there. */
    left: z.number().int(),
    createdAt: field.instant,
    undoneAt: field.instant.nullable(),
  })
  .meta({ id: 'SheetImport' })
export type QuestionImport = z.infer<typeof QuestionImport>

export const listImports = endpoint({
  group,
  method: 'GET',
  path: '/admin/sheets/imports',
  who: 'admin',
  summary: 'The imports so far, newest first, undone ones too',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(200).optional(),
  }),
  reply: z.object({ imports: z.array(QuestionImport), nextCursor: z.string().nullable() }),
})

export const undoImport = endpoint({
  group,
  method: 'POST',
  path: '/admin/sheets/imports/:importId/undo',
  who: 'admin',
  summary: 'Takes the questions of an import out again; attempts keep their own copy. Undoing twice changes nothing',
  params: z.object({ importId: field.id }),
  reply: z.object({ message: z.string(), removed: z.number().int() }),
  fails: ['not_found'],
})
