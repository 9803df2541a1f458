// Reads an uploaded file as rows of text: validates the output of the child process line by line.
import {
  allImportColumns,
  ImportColumn,
  importRefusals,
  sheetLeftOutReasons,
  type ImportPreview,
} from '@baobab/contract/quiz/question-import.ts'
import { QUESTION_FILE_ROWS } from '@baobab/contract/quiz/rules.ts'
import { z } from 'zod'
import { fail } from '../../platform/http/errors.ts'
import { mapWithoutBlocking } from '../../platform/jobs/map-without-blocking.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { cleanFileName } from './file-name.ts'
import { MAX_SHEET_NAME } from './child/grid.ts'
import { validateRow, type Cells, type ValidatedRow } from './rules.ts'
import { runChild } from './run-child.ts'

export type QuestionFile = {
  sheets: ImportPreview['sheets']
  sheetsLeftOut: ImportPreview['sheetsLeftOut']
  rows: ValidatedRow[]
}

const Refused = z.object({
  refused: z.object({
    reason: z.enum([
      'notASpreadsheet',
      'pdf',
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
    ]),
    columns: z.array(ImportColumn).optional(),
    row: z.number().int().optional(),
  }),
})
type Refused = z.infer<typeof Refused>['refused']
const SheetName = z.string().max(MAX_SHEET_NAME)
const Head = z.object({
  sheets: z.array(z.object({ name: SheetName.nullable(), ignored: z.array(z.string().max(100)) })).min(1),
  leftOut: z.array(
    z.object({
      name: SheetName,
      reason: z.enum(['hidden', 'noColumns', 'missingColumns', 'duplicateColumns']),
      columns: z.array(ImportColumn).optional(),
    }),
  ),
})
type Head = z.infer<typeof Head>
/** The index of the sheet, the number of the row, its cells, and whether there are more. */
const Row = z.tuple([
  z.number().int().nonnegative(),
  z.number().int().positive(),
  z.array(z.string().max(600)).length(allImportColumns.length),
  z.boolean(),
])
const End = z.object({ rows: z.number().int().max(QUESTION_FILE_ROWS) })

/** Refuses the whole file, with the reason under its field. */
export function refuseSpreadsheet({ reason, columns = [], row = 0 }: Refused): never {
  const words = importRefusals[reason]
  const message =
    typeof words === 'string' ? words : reason === 'brokenQuotes' ? importRefusals.brokenQuotes(row) : undefined
  const named =
    reason === 'duplicateColumns' ? importRefusals.duplicateColumns(columns) : importRefusals.missingColumns(columns)
  return fail('not_a_sheet', { errors: [{ path: 'file', message: message ?? named }] })
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

/** Collects what the child process prints. `addLine` takes one parsed line; `finish` returns the file, or refuses it. */
export function collectLines() {
  const rows: ValidatedRow[] = []
  let head: Head | undefined
  let refused: Refused | undefined
  let end: z.infer<typeof End> | undefined
  return {
    /** Rows are validated as they arrive. */
    addLine: (line: unknown): void => {
      const parsed = Row.safeParse(line)
      if (parsed.success) {
        const [index, row, texts, hasExtraCells] = parsed.data
        const { sheets = [] } = head ?? {}
        const sheet = sheets.length > 1 ? (sheets[index]?.name ?? null) : null
        return void rows.push(validateRow({ sheet, row, cells: toCells(texts), hasExtraCells }))
      }
      refused ??= Refused.safeParse(line).data?.refused
      head ??= Head.safeParse(line).data
      end ??= End.safeParse(line).data
    },
    finish: ({ isComplete }: { isComplete: boolean }): QuestionFile => {
      if (refused) refuseSpreadsheet(refused)
      if (!isComplete || !head || end?.rows !== rows.length) return refuseSpreadsheet({ reason: 'tooExpensive' })
      return { ...describeSheets(head, rows), rows }
    },
  }
}

/** Reads an uploaded file, or refuses it with `not_a_sheet` (422). */
export async function readSpreadsheet(upload: UploadedFile): Promise<QuestionFile> {
  const { addLine, finish } = collectLines()
  const isComplete = await runChild(['read', upload.path, cleanFileName(upload)], {
    file: upload.path,
    onData: splitLines((line) => addLine(parseLine(line))),
  })
  return finish({ isComplete })
}

function describeSheets({ sheets, leftOut }: Head, rows: readonly ValidatedRow[]): Omit<QuestionFile, 'rows'> {
  const counts = Map.groupBy(rows, ({ sheet }) => sheet)
  return {
    sheets: sheets.map(({ name, ignored }) => ({
      name,
      rows: counts.get(sheets.length > 1 ? name : null)?.length ?? 0,
      ignoredColumns: ignored,
    })),
    sheetsLeftOut: leftOut.map(({ name, reason, columns = [] }) => {
      const words = sheetLeftOutReasons[reason]
      return { name, reason: typeof words === 'string' ? words : words(columns) }
    }),
  }
}
