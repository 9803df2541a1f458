// Adds the questions of a spreadsheet, all of them or none (decisions 4).
import { sql } from 'drizzle-orm'
import { rowSentence } from '@baobab/contract/sheets.ts'
import type { App } from '../../app.ts'
import { writeLine } from '../../audit/write-line.ts'
import type { AdminPerson } from '../../platform/auth.ts'
import type { Tx } from '../../platform/database.ts'
import { fail } from '../../platform/errors.ts'
import type { Upload } from '../../platform/uploads.ts'
import { optionOf } from '../rules.ts'
import { sheetImports } from '../tables.ts'
import { fileNameOf } from './file-name.ts'
import { judgeSheet } from './judge-sheet.ts'
import { readSheet } from './read-sheet.ts'
import { type JudgedRow, type NewQuestion } from './rules.ts'

/** Rows of one statement: few statements, and none that holds the process while it is written. */
const ROWS_A_STATEMENT = 250

export type Imported = { importId: string; added: number; skipped: number }

/** Imports a file; a bad row refuses them all, with the reason of each. */
export async function importSheet(app: App, who: Pick<AdminPerson, 'id'>, upload: Upload): Promise<Imported> {
  const sheet = await readSheet(upload)
  return app.db.transaction(async (tx) => {
    const { rows } = await judgeSheet(tx, sheet.rows, { lock: true })
    refuseBad(rows)
    const added = rows.flatMap((row) => (row.outcome === 'added' ? [row.question] : []))
    const counts = { added: added.length, skipped: rows.length - added.length }
    const importId = await insertImport(app, tx, { adminId: who.id, fileName: fileNameOf(upload), ...counts })
    for (let at = 0; at < added.length; at += ROWS_A_STATEMENT)
      await insertQuestions(app, tx, { importId, added: added.slice(at, at + ROWS_A_STATEMENT) })
    await writeLine(app, tx, { adminId: who.id, action: 'sheet.imported', subject: importId, details: counts })
    return { importId, ...counts }
  })
}

function refuseBad(rows: readonly JudgedRow[]): void {
  const errors = rows.flatMap((row) =>
    row.outcome === 'bad'
      ? row.problems.map(({ column, reason }) => ({
          path: column === null ? `rows.${row.row}` : `rows.${row.row}.${column}`,
          message: rowSentence({ row: row.row, reason }),
        }))
      : [],
  )
  if (errors.length > 0) fail('not_a_sheet', { errors })
}

type NewImport = { adminId: string; fileName: string; added: number; skipped: number }

async function insertImport(app: App, tx: Tx, { adminId, fileName, added, skipped }: NewImport): Promise<string> {
  const values = { adminId, fileName, addedCount: added, skippedCount: skipped, createdAt: app.clock.now() }
  const [row] = await tx.insert(sheetImports).values(values).returning({ id: sheetImports.id })
  if (!row) throw new Error('An import without a row.')
  return row.id
}

/** Adds questions to the ends of their quizzes, in the order of the sheet. */
async function insertQuestions(
  app: App,
  tx: Tx,
  { importId, added }: { importId: string; added: readonly NewQuestion[] },
): Promise<void> {
  const rows = added.map(({ videoId, form, key }) => ({
    video: videoId,
    category: form.ageCategory,
    question: form.question,
    key,
    options: form.options,
    answer: optionOf(form, form.correctAnswer) ?? form.correctAnswer,
  }))
  await tx.execute(sql`
    insert into questions (video_id, age_category, question, question_key, options, correct_answer, position, import_id,
      created_at)
    select video, category, question, key, options, answer,
      coalesce((select max(position) from questions there where there.video_id = video and there.age_category = category), 0)
        + row_number() over (partition by video, category order by at),
      ${importId}::uuid, ${app.clock.now().toISOString()}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (video uuid, category text, question text, key text, options jsonb, answer text))
      with ordinality as sheet (video, category, question, key, options, answer, at)`)
}
