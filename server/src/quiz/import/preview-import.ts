// Previews an import without writing anything.
import type { RowPreview, ImportPreview } from '@baobab/contract/quiz/question-import.ts'
import type { App } from '../../platform/app.ts'
import { mapWithoutBlocking } from '../../platform/jobs/map-without-blocking.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { classifyRows } from './classify-rows.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { listOptions, type ClassifiedRow, type StoredQuizzes } from './rules.ts'
import { countAsked } from '../rules.ts'
import { cleanFileName } from './file-name.ts'

export async function previewImport(app: App, upload: UploadedFile): Promise<ImportPreview> {
  const file = await readSpreadsheet(upload)
  const { rows, stored } = await classifyRows(app.db, file.rows, { lock: false })
  const countOutcome = (wanted: ClassifiedRow['outcome']) => rows.filter(({ outcome }) => outcome === wanted).length
  return {
    fileName: cleanFileName(upload),
    sheets: file.sheets.filter((sheet) => sheet.rows > 0),
    sheetsLeftOut: file.sheetsLeftOut,
    added: countOutcome('added'),
    updated: countOutcome('updated'),
    skipped: countOutcome('skipped'),
    bad: countOutcome('bad'),
    quizzes: countQuizzes(rows, stored),
    rows: await mapWithoutBlocking(rows, toRowPreview),
  }
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
