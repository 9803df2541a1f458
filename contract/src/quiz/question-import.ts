// The import of questions from a spreadsheet: preview, import, the list of imports, and undo.
import { normalizeText, commonText } from '../kernel/text.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { QUESTION_FILE_BYTES, QUESTION_FILE_ROWS } from './rules.ts'

// The columns and sheets of a question file. Without schemas, so that the program that parses files starts fast.

/** The columns of a question file, in the order of the template. A file may have them in any order and case. */
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
/** Columns that a file may have besides. */
export const optionalImportColumns = ['explanation', 'moment'] as const
/** All columns, in the order of the template. */
export const allImportColumns = [...importColumns, ...optionalImportColumns] as const

/** The sheets that the template has beside the sheet of questions. They are never questions. */
export const templateSheets = { help: 'How to fill it in', videos: 'Videos' } as const

/** Returns a column name in the form used for comparison: in lower case, without spaces, hyphens and underscores. */
export function toColumnKey(name: string): string {
  return normalizeText(name)
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
}

const group = 'Trivia'

export const ImportColumn = z.enum(allImportColumns)
export type ImportColumn = z.infer<typeof ImportColumn>

/** The file types that the file picker offers. */
export const SPREADSHEET_ACCEPT = '.xlsx,.xls,.ods,.csv'

/** Why a whole file is refused. */
export const importRefusals = {
  notASpreadsheet: 'This is not a spreadsheet that we can read. Please use .xlsx, .xls, .ods or .csv.',
  pdf: 'This file is a PDF, and we cannot read questions from it. Please use .xlsx, .xls, .ods or .csv.',
  wrongExtension:
    'This file is named like a workbook but holds plain text. Please save it as a workbook, or name it .csv.',
  password: 'This file is protected by a password. Please save it without one and try again.',
  damaged: 'This file is damaged. Please open it, save it again and try once more.',
  tooExpensive:
    'This file takes too much time or memory to read. Please copy the questions into a new sheet and try again.',
  formulas: 'We cannot read the formulas in this file. Please copy the cells, paste them as values and try again.',
  tooLarge: 'A spreadsheet can have at most 5 MB.',
  tooManyRows: `A spreadsheet can have at most ${QUESTION_FILE_ROWS.toLocaleString('en-GB')} rows of questions.`,
  noRows: 'There are no questions below the column names.',
  noColumns: `No sheet in this file has the columns ${importColumns.join(', ')}.`,
  missingColumns: (columns: readonly string[]) => `Missing columns: ${columns.join(', ')}.`,
  duplicateColumns: (columns: readonly string[]) => `Columns that appear more than once: ${columns.join(', ')}.`,
  brokenQuotes: (row: number) => `Row ${row}: a quotation mark is not closed, or is in the middle of a cell.`,
} as const

/** Why a sheet is left out while others are read. */
export const sheetLeftOutReasons = {
  hidden: 'It is hidden.',
  noColumns: 'It has no row of column names.',
  missingColumns: importRefusals.missingColumns,
  duplicateColumns: importRefusals.duplicateColumns,
} as const

/** Why a row is refused, in addition to the messages of the question form. */
export const rowProblems = {
  ageCategory: 'The age category must be 5-10 or 11-20.',
  cellError: 'This cell shows a spreadsheet error.',
  tooManyCells: 'This row has more cells than there are columns. Put cells with commas in quotation marks.',
  differsFromStored: 'This video already has this question with other options or another answer.',
  differsFromRow: (row: RowPlace) =>
    `${formatRow(row)} already has this question with other options or another answer.`,
} as const

/** Where a row is. The sheet is named only if several sheets of the file are read. */
export type RowPlace = { sheet: string | null; row: number }

function formatRow({ sheet, row }: RowPlace): string {
  return sheet === null ? `Row ${row}` : `Row ${row} of “${sheet}”`
}

/** Formats the problem of one row for an error message. */
export function formatRowError({ reason, ...place }: RowPlace & { reason: string }): string {
  return `${formatRow(place)}: ${reason}`
}

export const RowProblem = z.object({ column: ImportColumn.nullable(), reason: z.string() })
export type RowProblem = z.infer<typeof RowProblem>

/** A cell that is read as something else than it shows: a letter as the option, a date as the age category. */
export const CellReading = z.object({ column: ImportColumn, cell: z.string(), readAs: z.string() })
export type CellReading = z.infer<typeof CellReading>

/** One row of a file, as it would be stored. Cells of a bad row are as they are in the file. */
export const RowPreview = z
  .object({
    /** The name of its sheet; null if only one is read. */
    sheet: z.string().nullable(),
    /** The row number that spreadsheet programs show, which counts the header. */
    row: z.number().int(),
    outcome: z.enum(['added', 'updated', 'skipped', 'bad']),
    videoTitle: z.string(),
    ageCategory: z.string(),
    question: z.string(),
    options: z.array(z.string()),
    correctAnswer: z.string(),
    problems: z.array(RowProblem),
    readings: z.array(CellReading),
  })
  .meta({ id: 'RowPreview' })
export type RowPreview = z.infer<typeof RowPreview>

export const ImportPreview = z
  .object({
    fileName: z.string(),
    /** The sheets that are read. A text file is one without a name. */
    sheets: z.array(
      z.object({
        name: z.string().nullable(),
        rows: z.number().int(),
        /** Columns with unknown names, which are not imported. */
        ignoredColumns: z.array(z.string()),
      }),
    ),
    /** Sheets with content that are not read, and why. */
    sheetsLeftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
    added: z.number().int(),
    /** Stored questions that get another explanation or moment. */
    updated: z.number().int(),
    skipped: z.number().int(),
    bad: z.number().int(),
    /** The number of questions in each quiz before the import, and the number that it would add. */
    quizzes: z.array(
      z.object({
        videoTitle: z.string(),
        ageCategory: field.ageCategory,
        before: z.number().int(),
        added: z.number().int(),
        /** How many of them each student would then be asked. */
        asked: z.number().int(),
      }),
    ),
    rows: z.array(RowPreview),
  })
  .meta({ id: 'ImportPreview' })
export type ImportPreview = z.infer<typeof ImportPreview>

const questionFile = { body: z.strictObject({}), files: ['file'], bodyLimit: QUESTION_FILE_BYTES } as const

export const importQuestions = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/upload-excel',
  who: ['owner', 'content'],
  summary: 'Adds the questions of a spreadsheet, all of them or none: multipart `file`, .xlsx, .xls, .ods or .csv',
  unauthorised: commonText.tokenMissing,
  ...questionFile,
  reply: z.object({
    message: z.string(),
    importId: z.string(),
    added: z.number().int(),
    updated: z.number().int(),
    skipped: z.number().int(),
  }),
  fails: ['not_a_sheet', 'too_large', 'busy'],
})

export const previewImport = endpoint({
  group,
  method: 'POST',
  path: '/admin/sheets/preview',
  who: ['owner', 'content'],
  summary: 'Previews the import of a spreadsheet, row by row; writes nothing',
  ...questionFile,
  reply: ImportPreview,
  fails: ['not_a_sheet', 'too_large', 'busy'],
})

/** A reply that is a file instead of JSON. */
const bytes = z.unknown().meta({ description: 'The bytes of a file.' })

export const annotateSpreadsheet = endpoint({
  group,
  method: 'POST',
  path: '/admin/sheets/marked',
  who: ['owner', 'content'],
  summary: 'Returns the same spreadsheet as .xlsx, with a column that says what is wrong with each bad row',
  ...questionFile,
  reply: bytes,
  fails: ['not_a_sheet', 'too_large', 'busy'],
})

export const importTemplate = endpoint({
  group,
  method: 'GET',
  path: '/admin/sheets/template',
  who: ['owner', 'content'],
  summary: 'An empty question file with the right columns; as .xlsx also instructions and the titles of all videos',
  query: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  reply: bytes,
})

export const QuestionImport = z
  .object({
    _id: z.string(),
    fileName: z.string(),
    adminUsername: z.string(),
    added: z.number().int(),
    updated: z.number().int(),
    skipped: z.number().int(),
    /** The number of added questions that still exist. */
    left: z.number().int(),
    /** The number of updated questions that still have what the import gave them; 0 if it has been undone. */
    updatedLeft: z.number().int(),
    createdAt: field.instant,
    undoneAt: z.nullable(field.instant),
  })
  .meta({ id: 'QuestionImport' })
export type QuestionImport = z.infer<typeof QuestionImport>

export const listImports = endpoint({
  group,
  method: 'GET',
  path: '/admin/sheets/imports',
  who: ['owner', 'content', 'auditor'],
  summary: 'All imports, newest first, including undone ones',
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
  who: ['owner', 'content'],
  summary:
    'Deletes the questions of an import, and puts back the explanations that it changed; attempts keep their own copy. Undoing again changes nothing',
  params: z.object({ importId: field.id }),
  reply: z.object({ message: z.string(), removed: z.number().int(), restored: z.number().int() }),
  fails: ['not_found', 'too_few_questions'],
})
