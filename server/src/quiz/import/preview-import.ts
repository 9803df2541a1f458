// Previews an import without writing anything.
import type { RowPreview, ImportPreview } from '@baobab/contract/question-import.ts'
import type { App } from '../../platform/app.ts'
import { mapWithoutBlocking } from '../../platform/jobs/map-without-blocking.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { classifyRows } from './classify-rows.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { normalizeCategory, type ClassifiedRow, type StoredQuizzes } from './rules.ts'
import { countAsked } from '../rules.ts'
import { cleanFileName } from './file-name.ts'

/** How many characters of a text the preview contains. */
const MAX_SHOWN = 160

export async function previewImport(app: App, upload: UploadedFile): Promise<ImportPreview> {
  const sheet = await readSpreadsheet(upload)
  const { rows, stored } = await classifyRows(app.db, sheet.rows, { lock: false })
  const countOutcome = (wanted: ClassifiedRow['outcome']) => rows.filter(({ outcome }) => outcome === wanted).length
  return {
    fileName: cleanFileName(upload),
    sheetName: sheet.name,
    ignoredColumns: sheet.ignoredColumns,
    added: countOutcome('added'),
    updated: countOutcome('updated'),
    skipped: countOutcome('skipped'),
    bad: countOutcome('bad'),
    quizzes: countQuizzes(rows, stored),
    rows: await mapWithoutBlocking(rows, toRowPreview),
  }
}

function toRowPreview(row: ClassifiedRow): RowPreview {
  return {
    row: row.row,
    outcome: row.outcome,
    videoTitle: row.cells.videoTitle.slice(0, MAX_SHOWN),
    ageCategory: normalizeCategory(row.cells.ageCategory).slice(0, MAX_SHOWN),
    question: row.cells.question.slice(0, MAX_SHOWN),
    problems: row.outcome === 'bad' ? row.problems : [],
  }
}

function countQuizzes(rows: readonly ClassifiedRow[], stored: StoredQuizzes): ImportPreview['quizzes'] {
  const added = rows.flatMap((row) => (row.outcome === 'added' ? [row.question] : []))
  const byQuiz = Map.groupBy(added, ({ videoId, form }) => `${videoId} ${form.ageCategory}`)
  return [...byQuiz.values()].flatMap((questions) => {
    const [first] = questions
    if (!first) return []
    const { videoId, videoTitle, form } = first
    const before = stored.countOf(videoId, form.ageCategory)
    const added = questions.length
    const asked = countAsked(before + added, stored.askedCountOf(videoId, form.ageCategory))
    return [{ videoTitle, ageCategory: form.ageCategory, before, added, asked }]
  })
}
