// Previews an import without writing anything.
import { createHash } from 'node:crypto'
import type { ImportPreview, ImportSettings, RowPreview } from '@baobab/contract/quiz/question-import.ts'
import type { App } from '../../platform/app.ts'
import { mapWithoutBlocking } from '../../platform/jobs/map-without-blocking.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { classifyRows } from './classify-rows.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { listOptions, type ClassifiedRow, type StoredQuizzes } from './rules.ts'
import { countAsked } from '../rules.ts'
import { cleanFileName } from './file-name.ts'

/** Reads a file with an admin's settings, and returns what importing it would store. */
export async function previewImport(app: App, upload: UploadedFile, settings: ImportSettings): Promise<ImportPreview> {
  const { rows: read, ...file } = await readSpreadsheet(upload, settings)
  const { rows, stored } = await classifyRows(app.db, read, { lock: false })
  const countOutcome = (wanted: ClassifiedRow['outcome']) => rows.filter(({ outcome }) => outcome === wanted).length
  return {
    ...file,
    fileName: cleanFileName(upload),
    sheets: file.sheets.filter((sheet) => sheet.rows > 0),
    added: countOutcome('added'),
    updated: countOutcome('updated'),
    skipped: countOutcome('skipped'),
    bad: countOutcome('bad'),
    quizzes: countQuizzes(rows, stored),
    rows: await mapWithoutBlocking(rows, toRowPreview),
    digest: await digestRows(rows),
  }
}

/** Returns a digest of what importing these rows would store, and of the bad rows. */
export async function digestRows(rows: readonly ClassifiedRow[]): Promise<string> {
  const hash = createHash('sha256')
  await mapWithoutBlocking(rows, (row) => void hash.update(JSON.stringify(row)))
  return hash.digest('base64url')
}

function toRowPreview(classified: ClassifiedRow): RowPreview {
  const { sheet, row, outcome, cells, readings } = classified
  return {
    sheet,
    row,
    outcome,
    videoTitle: cells.videoTitle,
    ageCategory: cells.ageCategory,
    question: cells.question,
    options: listOptions(cells),
    correctAnswer: cells.correctAnswer,
    explanation: cells.explanation,
    moment: cells.moment,
    problems: outcome === 'bad' ? classified.problems : [],
    readings,
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
