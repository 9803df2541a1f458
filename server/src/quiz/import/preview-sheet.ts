// What an import would do, without doing it.
import type { RowPreview, SheetPreview } from '@baobab/contract/sheets.ts'
import type { App } from '../../app.ts'
import { gently } from '../../platform/gently.ts'
import type { Upload } from '../../platform/uploads.ts'
import { judgeSheet } from './judge-sheet.ts'
import { readSheet } from './read-sheet.ts'
import { categoryOf, type JudgedRow, type Stored } from './rules.ts'
import { fileNameOf } from './file-name.ts'

/** As much of a text as a table shows. */
const SHOWN = 160

export async function previewSheet(app: App, upload: Upload): Promise<SheetPreview> {
  const sheet = await readSheet(upload)
  const { rows, stored } = await judgeSheet(app.db, sheet.rows, { lock: false })
  const outcomes = (wanted: JudgedRow['outcome']) => rows.filter(({ outcome }) => outcome === wanted).length
  return {
    fileName: fileNameOf(upload),
    sheetName: sheet.name,
    ignoredColumns: sheet.ignoredColumns,
    added: outcomes('added'),
    skipped: outcomes('skipped'),
    bad: outcomes('bad'),
    quizzes: quizzesOf(rows, stored),
    rows: await gently(rows, shownOf),
  }
}

function shownOf(row: JudgedRow): RowPreview {
  return {
    row: row.row,
    outcome: row.outcome,
    videoTitle: row.cells.videoTitle.slice(0, SHOWN),
    ageCategory: categoryOf(row.cells.ageCategory).slice(0, SHOWN),
    question: row.cells.question.slice(0, SHOWN),
    problems: row.outcome === 'bad' ? row.problems : [],
  }
}

function quizzesOf(rows: readonly JudgedRow[], stored: Stored): SheetPreview['quizzes'] {
  const added = rows.flatMap((row) => (row.outcome === 'added' ? [row.question] : []))
  const byQuiz = Map.groupBy(added, ({ videoId, form }) => `${videoId} ${form.ageCategory}`)
  return [...byQuiz.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { videoId, videoTitle, form } = first
    const before = stored.countOf(videoId, form.ageCategory)
    return [{ videoTitle, ageCategory: form.ageCategory, before, added: all.length }]
  })
}
