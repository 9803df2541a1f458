// A file as rows of texts: what the child says of it, checked line by line.
import { importColumns, importRefusals, ImportColumn } from '@baobab/contract/question-import.ts'
import { QUESTION_FILE_ROWS } from '@baobab/contract/limits.ts'
import { z } from 'zod'
import { fail } from '../../platform/http/errors.ts'
import { mapWithoutBlocking } from '../../platform/jobs/map-without-blocking.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { cleanFileName } from './file-name.ts'
import { validateRow, type Cells, type ValidatedRow } from './rules.ts'
import { runChild } from './run-child.ts'

export type Sheet = { name: string | null; ignoredColumns: string[]; rows: ValidatedRow[] }

const Refused = z.object({
  refused: z.object({
    reason: z.enum([
      'notASpreadsheet',
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
const Head = z.object({ sheet: z.string().nullable(), ignored: z.array(z.string().max(100)) })
const Row = z.tuple([
  z.number().int().positive(),
  z.array(z.string().max(600)).length(importColumns.length),
  z.boolean(),
])
const End = z.object({ rows: z.number().int().max(QUESTION_FILE_ROWS) })

/** Refuses the whole file: the spec's sentence, and the reason under its field. */
export function refuseSpreadsheet({ reason, columns = [], row = 0 }: Refused): never {
  const words = importRefusals[reason]
  const message =
    typeof words === 'string' ? words : reason === 'brokenQuotes' ? importRefusals.brokenQuotes(row) : undefined
  const named =
    reason === 'duplicateColumns' ? importRefusals.duplicateColumns(columns) : importRefusals.missingColumns(columns)
  return fail('not_a_sheet', { errors: [{ path: 'file', message: message ?? named }] })
}

function cellsOf(texts: readonly string[]): Cells {
  const [videoTitle = '', question = '', option1 = '', option2 = '', option3 = '', option4 = ''] = texts
  const [correctAnswer = '', ageCategory = ''] = texts.slice(6)
  return { videoTitle, question, option1, option2, option3, option4, correctAnswer, ageCategory }
}

/** Hands on whole lines as they come, a few at a time. */
function linesTo(onLine: (line: string) => void) {
  const decoder = new TextDecoder()
  let rest = ''
  return (piece: Buffer) => {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    return mapWithoutBlocking(lines, onLine)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

type Heard = {
  head: z.infer<typeof Head> | undefined
  refused: Refused | undefined
  end: z.infer<typeof End> | undefined
  rows: ValidatedRow[]
}

/** One line of the child. Rows are checked as they come. */
function hear(heard: Heard, said: unknown): void {
  const row = Row.safeParse(said)
  if (row.success) {
    const [number, texts, hasExtraCells] = row.data
    return void heard.rows.push(validateRow({ row: number, cells: cellsOf(texts), hasExtraCells }))
  }
  heard.refused ??= Refused.safeParse(said).data?.refused
  heard.head ??= Head.safeParse(said).data
  heard.end ??= End.safeParse(said).data
}

/** Reads an uploaded file, or refuses it with 422. */
export async function readSpreadsheet(upload: UploadedFile): Promise<Sheet> {
  const heard: Heard = { head: undefined, refused: undefined, end: undefined, rows: [] }
  const isWhole = await runChild(['read', upload.path, cleanFileName(upload)], {
    file: upload.path,
    onData: linesTo((line) => hear(heard, parsed(line))),
  })
  const { head, refused, end, rows } = heard
  if (refused) refuseSpreadsheet(refused)
  if (!isWhole || !head || end?.rows !== rows.length) refuseSpreadsheet({ reason: 'tooExpensive' })
  return { name: head.sheet, ignoredColumns: head.ignored, rows }
}
