// Reads an uploaded file as rows of text, validating the child process's output line by line.
import {
  allImportColumns,
  columnsOfWholeFile,
  guessedEncodings,
  HEADER_LENGTH,
  type ImportColumn,
} from '@baobab/contract/quiz/import-columns.ts'
import { fileKinds } from '@baobab/contract/kernel/files.ts'
import { importRefusals, sheetLeftOutReasons } from '@baobab/contract/quiz/import-text.ts'
import type { ImportPreview, ImportSettings } from '@baobab/contract/quiz/question-import.ts'
import { QUESTION_FILE_ROWS } from '@baobab/contract/quiz/rules.ts'
import { z } from 'zod'
import { fail } from '../../platform/http/errors.ts'
import { mapWithoutBlocking } from '../../platform/jobs/map-without-blocking.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { cleanFileName } from './file-name.ts'
import { MAX_SHEET_NAME } from './child/grid.ts'
import { validateRow, type Cells, type ValidatedRow } from './rules.ts'
import { runChild } from './run-child.ts'

export type QuestionFile = Pick<
  ImportPreview,
  'sheets' | 'sheetsLeftOut' | 'columns' | 'missing' | 'guess' | 'remarks'
> & { rows: ValidatedRow[] }

const Column = z.enum(allImportColumns)
const Refused = z.object({
  refused: z.object({
    reason: z.enum([
      'notASpreadsheet',
      'otherKind',
      'noFourOptions',
      'wrongExtension',
      'password',
      'damaged',
      'tooExpensive',
      'formulas',
      'tooManyRows',
      'noRows',
      'noColumns',
      'missingColumns',
      'duplicateColumns',
      'brokenQuotes',
      'unreadableHeader',
      'lostPositions',
      'unknownEncoding',
    ]),
    columns: z.array(Column).optional(),
    row: z.number().int().optional(),
    kind: z.enum(fileKinds).optional(),
    cell: z.string().optional(),
  }),
})
type Refused = z.infer<typeof Refused>['refused']
const SheetName = z.string().max(MAX_SHEET_NAME)
const Head = z.object({
  sheets: z.array(
    z.object({
      name: SheetName.nullable(),
      ignored: z.array(z.string().max(HEADER_LENGTH)),
      lacks: z.array(Column),
      hiddenRows: z.number().int(),
      hiddenColumns: z.array(z.string()),
    }),
  ),
  sheetsLeftOut: z.array(
    z.object({
      name: SheetName,
      reason: z.enum(['hidden', 'noColumns', 'missingColumns', 'duplicateColumns']),
      columns: z.array(Column).optional(),
    }),
  ),
  columns: z.array(
    z.object({ header: z.string().max(HEADER_LENGTH), column: Column.nullable(), samples: z.array(z.string()) }),
  ),
  missing: z.array(Column),
  guess: z.object({ encoding: z.enum(guessedEncodings), samples: z.array(z.string()) }).nullable(),
  remarks: z.array(z.string()),
})
type Head = z.infer<typeof Head>
const CellText = z.string().max(600)
/** The sheet's index, the row number, its cells, whether there are more, and the doubts about them. */
const Row = z.tuple([
  z.number().int().nonnegative(),
  z.number().int().positive(),
  z.array(CellText).length(allImportColumns.length),
  z.boolean(),
  z.array(
    z.tuple([
      z
        .number()
        .int()
        .min(0)
        .max(allImportColumns.length - 1),
      CellText,
      z.array(CellText),
    ]),
  ),
])
const End = z.object({ rows: z.number().int().max(QUESTION_FILE_ROWS) })

/** Refuses the whole file, with the reason under its field. */
export function refuseSpreadsheet({ reason, columns = [], row = 0, kind = 'empty', cell = '' }: Refused): never {
  const words = importRefusals[reason]
  const named =
    reason === 'duplicateColumns' ? importRefusals.duplicateColumns(columns) : importRefusals.missingColumns(columns)
  const sentences: Partial<Record<typeof reason, string>> = {
    brokenQuotes: importRefusals.brokenQuotes(row),
    otherKind: importRefusals.otherKind(kind),
    unreadableHeader: importRefusals.unreadableHeader(cell),
  }
  const message = typeof words === 'string' ? words : (sentences[reason] ?? named)
  return fail('not_a_sheet', { errors: [{ path: 'file', message }] })
}

function toCells(texts: readonly string[]): Cells {
  const [videoTitle = '', question = '', option1 = '', option2 = '', option3 = '', option4 = ''] = texts
  const [correctAnswer = '', ageCategory = '', explanation = '', moment = ''] = texts.slice(6)
  const answer = { correctAnswer, ageCategory, explanation, moment }
  return { videoTitle, question, option1, option2, option3, option4, ...answer }
}

/** Returns a consumer of chunks that passes on complete lines, yielding to other work in between. */
function splitLines(onLine: (line: string) => void) {
  const decoder = new TextDecoder()
  let rest = ''
  return (chunk: Buffer) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    return mapWithoutBlocking(lines, onLine)
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const placeOf = (sheet: string | null, row: number, column: ImportColumn) => JSON.stringify([sheet, row, column])

/** Returns a function that applies an admin's corrections and the values for the whole file to a row. */
function createRowReader({ corrections = [], ...given }: ImportSettings) {
  const corrected = new Map(corrections.map(({ sheet, row, column, text }) => [placeOf(sheet, row, column), text]))
  return ({ sheet, lacks }: { sheet: string | null; lacks: readonly ImportColumn[] }, line: z.infer<typeof Row>) => {
    const [, row, texts, hasExtraCells, found] = line
    const cells = toCells(texts)
    for (const column of columnsOfWholeFile) if (lacks.includes(column)) cells[column] = given[column] ?? ''
    for (const column of allImportColumns)
      cells[column] =
        corrected
          .get(placeOf(sheet, row, column))
          ?.replace(/\s+/g, ' ')
          .trim() ?? cells[column]
    const doubts = found.flatMap(([at, reason, suggestions]) => {
      const column = allImportColumns[at]
      return column && !corrected.has(placeOf(sheet, row, column)) ? [{ column, reason, suggestions }] : []
    })
    return validateRow({ sheet, row, cells, hasExtraCells, doubts })
  }
}

/**
 * Collects the child process's output. `addLine` takes one parsed line; `finish` returns the file, or refuses it.
 * @param settings how an admin wants the file to be read; without them nobody can be asked, and a guess is refused
 */
export function collectLines(settings?: ImportSettings) {
  const rows: ValidatedRow[] = []
  const readRow = createRowReader(settings ?? {})
  let head: Head | undefined
  let refused: Refused | undefined
  let end: z.infer<typeof End> | undefined
  return {
    /** Rows are validated as they arrive. */
    addLine: (line: unknown): void => {
      const parsed = Row.safeParse(line)
      if (parsed.success) {
        const { sheets = [] } = head ?? {}
        const { name = null, lacks = [] } = sheets[parsed.data[0]] ?? {}
        return void rows.push(readRow({ sheet: sheets.length > 1 ? name : null, lacks }, parsed.data))
      }
      refused ??= Refused.safeParse(line).data?.refused
      head ??= Head.safeParse(line).data
      end ??= End.safeParse(line).data
    },
    finish: ({ isComplete }: { isComplete: boolean }): QuestionFile => {
      if (refused) refuseSpreadsheet(refused)
      if (!isComplete || !head || end?.rows !== rows.length) return refuseSpreadsheet({ reason: 'tooExpensive' })
      if (head.guess && !settings) refuseSpreadsheet({ reason: 'unknownEncoding' })
      const guess = head.guess?.encoding === settings?.encoding ? null : head.guess
      return { ...describeSheets(head, rows), guess, rows }
    },
  }
}

/** Returns how the child process should read the columns. */
export function toChoice(settings: ImportSettings | undefined) {
  if (!settings) return {}
  const given = columnsOfWholeFile.filter((column) => settings[column] !== undefined)
  return { columns: settings.columns, given, canAsk: true }
}

/** Reads an uploaded file, or refuses it with `not_a_sheet` (422). See `collectLines` for the settings. */
export async function readSpreadsheet(upload: UploadedFile, settings?: ImportSettings): Promise<QuestionFile> {
  const { addLine, finish } = collectLines(settings)
  const isComplete = await runChild(['read', upload.path, cleanFileName(upload)], {
    file: upload.path,
    input: { choice: toChoice(settings) },
    onData: splitLines((line) => addLine(parseLine(line))),
  })
  return finish({ isComplete })
}

function describeSheets(head: Head, rows: readonly ValidatedRow[]): Omit<QuestionFile, 'rows' | 'guess'> {
  const { sheets, sheetsLeftOut, columns, missing, remarks } = head
  const counts = Map.groupBy(rows, ({ sheet }) => sheet)
  return {
    sheets: sheets.map(({ name, ignored, hiddenRows, hiddenColumns }) => ({
      name,
      rows: counts.get(sheets.length > 1 ? name : null)?.length ?? 0,
      ignoredColumns: ignored,
      hiddenRows,
      hiddenColumns,
    })),
    sheetsLeftOut: sheetsLeftOut.map(({ name, reason, columns: named = [] }) => {
      const words = sheetLeftOutReasons[reason]
      return { name, reason: typeof words === 'string' ? words : words(named) }
    }),
    columns,
    missing,
    remarks,
  }
}
