// Adds a spreadsheet's questions, all of them or none.
import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { sql } from 'drizzle-orm'
import { formatRowError } from '@baobab/contract/quiz/import-text.ts'
import type { ImportSettings } from '@baobab/contract/quiz/question-import.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { findOption } from '../rules.ts'
import { questionImports } from '../tables.ts'
import { cleanFileName } from './file-name.ts'
import { classifyRows } from './classify-rows.ts'
import { digestRows } from './preview-import.ts'
import { readSpreadsheet, refuseSpreadsheet } from './read-spreadsheet.ts'
import type { ClassifiedRow, ImportedUpdate, NewQuestion } from './rules.ts'

/**
 * The number of rows inserted per statement: large enough for few statements, small enough not to block the process while a
 * statement is built.
 */
const ROWS_PER_STATEMENT = 250

type Imported = {
  importId: string
  added: number
  updated: number
  skipped: number
  leftOut: number
  hiddenRows: number
}

/** What an admin has seen: how the file was read, and the preview's digest. */
type Seen = { settings: ImportSettings; digest: string }

/**
 * Imports a file. A single bad row refuses the whole file, with the problems of every row.
 * @param seen the preview that an admin has accepted; a file that would be stored differently is refused
 */
export async function importQuestions(
  app: App,
  who: Pick<AdminUser, 'id'>,
  upload: UploadedFile,
  seen?: Seen,
): Promise<Imported> {
  const spreadsheet = await readSpreadsheet(upload, seen?.settings)
  // An admin who has not confirmed a guess has not seen a preview of everything.
  if (spreadsheet.guess) refuseSpreadsheet({ reason: 'unknownEncoding' })
  if (spreadsheet.missing.length > 0) refuseSpreadsheet({ reason: 'missingColumns', columns: spreadsheet.missing })
  return app.db.transaction(async (tx) => {
    const classified = await classifyRows(tx, spreadsheet.rows, { lock: true })
    if (seen && (await digestRows(classified.rows)) !== seen.digest) fail('preview_outdated')
    const rows = classified.rows.filter(({ outcome }) => outcome !== 'bad' || !seen?.settings.leavesOutBadRows)
    refuseBadRows(rows.length > 0 ? rows : classified.rows)
    const added = rows.flatMap((row) => (row.outcome === 'added' ? [row.question] : []))
    const updated = rows.flatMap((row) => (row.outcome === 'updated' ? [row.update] : []))
    const skipped = rows.length - added.length - updated.length
    const counts = { added: added.length, updated: updated.length, skipped }
    const file = { adminId: who.id, fileName: cleanFileName(upload), updates: updated }
    const importId = await insertImport(app, tx, { ...file, added: added.length, skipped })
    for (let at = 0; at < added.length; at += ROWS_PER_STATEMENT)
      await insertQuestions(app, tx, { importId, added: added.slice(at, at + ROWS_PER_STATEMENT) })
    await updateQuestions(tx, updated)
    await writeAuditLine(app, tx, { adminId: who.id, action: 'sheet.imported', subject: importId, details: counts })
    const hiddenRows = spreadsheet.sheets.reduce((sum, sheet) => sum + sheet.hiddenRows, 0)
    return { importId, ...counts, leftOut: classified.rows.length - rows.length, hiddenRows }
  })
}

function refuseBadRows(rows: readonly ClassifiedRow[]): void {
  const errors = rows.flatMap((row) =>
    row.outcome === 'bad'
      ? row.problems.map(({ column, ...problem }) => ({
          path: [
            ...(row.sheet === null ? [] : ['sheets', row.sheet]),
            'rows',
            row.row,
            ...(column ? [column] : []),
          ].join('.'),
          message: formatRowError({ sheet: row.sheet, row: row.row, ...problem }),
        }))
      : [],
  )
  if (errors.length > 0) fail('not_a_sheet', { errors })
}

/** Gives stored questions a new explanation or moment. The caller holds the locks of their videos. */
async function updateQuestions(tx: Tx, updates: readonly ImportedUpdate[]): Promise<void> {
  if (updates.length === 0) return
  await tx.execute(sql`
    update questions set explanation = given.explanation, moment_seconds = given."momentSeconds"
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
      as given (id uuid, explanation text, "momentSeconds" integer)
    where questions.id = given.id`)
}

type NewImport = { adminId: string; fileName: string; updates: ImportedUpdate[]; added: number; skipped: number }

async function insertImport(
  app: App,
  tx: Tx,
  { adminId, fileName, updates, added, skipped }: NewImport,
): Promise<string> {
  const counts = { addedCount: added, updatedCount: updates.length, skippedCount: skipped }
  const values = { adminId, fileName, updates, ...counts, createdAt: app.clock.now() }
  const [row] = await tx.insert(questionImports).values(values).returning({ id: questionImports.id })
  if (!row) throw new Error('The import was not stored.')
  return row.id
}

/** Adds questions at the end of their quizzes, in spreadsheet order. */
async function insertQuestions(
  app: App,
  tx: Tx,
  { importId, added }: { importId: string; added: readonly NewQuestion[] },
): Promise<void> {
  const rows = added.map(({ videoId, form }) => ({
    video: videoId,
    category: form.ageCategory,
    question: form.question,
    key: toStoredKey(form.question),
    options: form.options,
    answer: findOption(form, form.correctAnswer) ?? form.correctAnswer,
    explanation: form.explanation || null,
    moment: form.momentSeconds ?? null,
  }))
  await tx.execute(sql`
    insert into questions (video_id, age_category, question, question_key, options, correct_answer, explanation, moment_seconds,
      position, import_id, created_at)
    select video, category, question, key, options, answer, explanation, moment,
      coalesce((select max(position) from questions there where there.video_id = video and there.age_category = category), 0)
        + row_number() over (partition by video, category order by at),
      ${importId}::uuid, ${app.clock.now().toISOString()}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (video uuid, category text, question text, key text, options jsonb, answer text, explanation text, moment integer))
      with ordinality as sheet (video, category, question, key, options, answer, explanation, moment, at)`)
}
