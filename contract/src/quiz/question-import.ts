// The import of questions from a spreadsheet: preview, import, the list of imports, and undo.
import { commonText } from '../kernel/text.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { allImportColumns, guessedEncodings, HEADER_LENGTH } from './import-columns.ts'
import { QUESTION_FILE_BYTES, QUESTION_FILE_ROWS } from './rules.ts'

const group = 'Trivia'

const ImportColumn = z.enum(allImportColumns)

/** The maximum size of an import's settings, most of which are corrections. */
const SETTINGS_BYTES = 512 * 1_024

/** The file types that the file picker offers. */
export const SPREADSHEET_ACCEPT = '.xlsx,.xls,.ods,.csv,.txt,.gift,.xml'

/** What is wrong with a cell, and the texts that may be meant; `column` is null if the problem is about the whole row. */
export const RowProblem = z.object({
  column: ImportColumn.nullable(),
  reason: z.string(),
  suggestions: z.array(z.string()).optional(),
})
export type RowProblem = z.infer<typeof RowProblem>

/** A cell that is not read as it looks, such as a letter that means an option, or a date that means an age category. */
export const CellReading = z.object({ column: ImportColumn, cell: z.string(), readAs: z.string() })
export type CellReading = z.infer<typeof CellReading>

/** One row of a file, as it would be stored. In an invalid row, cells are as they are in the file. */
export const RowPreview = z
  .object({
    /** The name of its sheet; null if only one is read. */
    sheet: z.string().nullable(),
    /** The row number shown by spreadsheet programs, which count the header. */
    row: z.number().int(),
    outcome: z.enum(['added', 'updated', 'skipped', 'bad']),
    videoTitle: z.string(),
    ageCategory: z.string(),
    question: z.string(),
    options: z.array(z.string()),
    correctAnswer: z.string(),
    explanation: z.string(),
    moment: z.string(),
    problems: z.array(RowProblem),
    readings: z.array(CellReading),
  })
  .meta({ id: 'RowPreview' })
export type RowPreview = z.infer<typeof RowPreview>

/** How an admin wants a file to be read. */
export const ImportSettings = z.strictObject({
  /** The column that each header of the file is read as; null to skip it. Headers that are not listed are matched by name. */
  columns: z.record(z.string().max(HEADER_LENGTH), ImportColumn.nullable()).optional(),
  /** The video and the age category of all rows, for a file without these columns. */
  videoTitle: z.string().max(500).optional(),
  ageCategory: z.optional(field.ageCategory),
  /** The guess that the admin has confirmed. */
  encoding: z.enum(guessedEncodings).optional(),
  /** Cells corrected by the admin. `sheet` is the same as in the preview. */
  corrections: z
    .array(
      z.strictObject({
        sheet: z.string().max(200).nullable(),
        row: z.number().int(),
        column: ImportColumn,
        text: z.string().max(600),
      }),
    )
    .max(QUESTION_FILE_ROWS)
    .optional(),
  /** Imports only the valid rows. */
  leavesOutBadRows: z.boolean().optional(),
})
export type ImportSettings = z.infer<typeof ImportSettings>

export const ImportPreview = z
  .object({
    fileName: z.string(),
    /** The sheets that are read. A text file counts as one sheet without a name. */
    sheets: z.array(
      z.object({
        name: z.string().nullable(),
        rows: z.number().int(),
        /** Columns that are not imported. */
        ignoredColumns: z.array(z.string()),
        /** What is skipped because it is hidden or filtered: the number of rows, and the letters of columns. */
        hiddenRows: z.number().int(),
        hiddenColumns: z.array(z.string()),
      }),
    ),
    /** The columns of the file, what each is read as (null: skipped), and its first cells. */
    columns: z.array(z.object({ header: z.string(), column: ImportColumn.nullable(), samples: z.array(z.string()) })),
    /** Columns that the admin must choose, or give one value for the whole file. Until then there are no rows. */
    missing: z.array(ImportColumn),
    /** The guessed encoding until the admin confirms it, with cells whose text depends on it. */
    guess: z.object({ encoding: z.enum(guessedEncodings), samples: z.array(z.string()) }).nullable(),
    /** Sentences about questions and columns that were left out. */
    remarks: z.array(z.string()),
    /** Sheets with content that are not read, and why. */
    sheetsLeftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
    added: z.number().int(),
    /** Stored questions whose explanation or moment changes. */
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
    /** Identifies what this preview shows. An import that would store anything else is refused. */
    digest: z.string(),
  })
  .meta({ id: 'ImportPreview' })
export type ImportPreview = z.infer<typeof ImportPreview>

const questionFile = { files: ['file'], bodyLimit: QUESTION_FILE_BYTES } as const

const Imported = z.object({
  message: z.string(),
  importId: z.string(),
  added: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  /** Rows that were not read because they are hidden or filtered. */
  hiddenRows: z.number().int(),
})

export const importQuestions = endpoint({
  group,
  method: 'POST',
  path: '/api/trivia/upload-excel',
  who: ['owner', 'content'],
  summary: 'Adds the questions of a spreadsheet, all of them or none: multipart `file`, .xlsx, .xls, .ods or .csv',
  unauthorised: commonText.tokenMissing,
  body: z.strictObject({}),
  ...questionFile,
  reply: Imported,
  fails: ['not_a_sheet', 'too_large', 'busy'],
})

/** Parses a field of a multipart body. */
const settings = z
  .string()
  .max(SETTINGS_BYTES)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: commonText.checkInput })
      return z.NEVER
    }
  })
  .pipe(ImportSettings)
  .optional()
const readAsChosen = { ...questionFile, textLimit: SETTINGS_BYTES } as const

export const previewImport = endpoint({
  group,
  method: 'POST',
  path: '/admin/sheets/preview',
  who: ['owner', 'content'],
  summary: 'Previews the import of a spreadsheet, row by row, read as `settings` (JSON) say; writes nothing',
  body: z.strictObject({ settings }),
  ...readAsChosen,
  reply: ImportPreview,
  fails: ['not_a_sheet', 'too_large', 'busy'],
})

export const importPreviewed = endpoint({
  group,
  method: 'POST',
  path: '/admin/sheets/import',
  who: ['owner', 'content'],
  summary: 'Adds what the preview with this digest showed, without its bad rows if `settings` (JSON) say so',
  body: z.strictObject({ settings, digest: z.string().max(100) }),
  ...readAsChosen,
  /** The number of bad rows that were left out. */
  reply: Imported.extend({ leftOut: z.number().int() }),
  fails: ['not_a_sheet', 'preview_outdated', 'too_large', 'busy'],
})

/** A reply that is a file instead of JSON. */
const bytes = z.unknown().meta({ description: 'The bytes of a file.' })

export const annotateSpreadsheet = endpoint({
  group,
  method: 'POST',
  path: '/admin/sheets/marked',
  who: ['owner', 'content'],
  summary: 'Returns the same spreadsheet as .xlsx, with a column that says what is wrong with each bad row',
  body: z.strictObject({ settings }),
  ...readAsChosen,
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
    /** The number of updated questions that still have the values from the import; 0 if it has been undone. */
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
