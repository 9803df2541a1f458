// An empty question file. Its cells are text, so that Excel does not turn the age category 5-10 into a date.
import { readFile, rm } from 'node:fs/promises'
import { asc, isNull } from 'drizzle-orm'
import { allImportColumns, templateSheets, type ImportColumn } from '@baobab/contract/quiz/import-columns.ts'
import { BYTE_ORDER_MARK, formatCsvRow } from '../../platform/files/csv.ts'
import { writeXlsx, type Sheet } from '../../platform/files/xlsx.ts'
import type { App } from '../../platform/app.ts'
import { videos } from '../../videos/tables.ts'

/** For each column, its width in characters, what to write in it, and an example. */
const columns: Record<ImportColumn, { width: number; rule: string; example: string }> = {
  videoTitle: { width: 32, rule: 'The title of a video, as on the sheet “Videos”.', example: 'Two Buckets, One Well' },
  question: { width: 48, rule: 'Up to 500 characters.', example: 'Who shared the water?' },
  option1: { width: 20, rule: 'Four different answers, up to 200 characters each.', example: 'Amina' },
  option2: { width: 20, rule: '', example: 'Bola' },
  option3: { width: 20, rule: '', example: 'Chidi' },
  option4: { width: 20, rule: '', example: 'Danladi' },
  correctAnswer: { width: 20, rule: 'The text of the correct option, or its letter (A to D).', example: 'Amina' },
  ageCategory: { width: 14, rule: '5-10 or 11-20.', example: '11-20' },
  explanation: {
    width: 48,
    rule: 'Optional. Why the answer is correct, up to 300 characters. Shown after the question is answered.',
    example: 'Amina saw that both families were thirsty.',
  },
  moment: {
    width: 10,
    rule: 'Optional. Where the video shows the answer, in minutes and seconds.',
    example: '0:45',
  },
}

const general = [
  'Write one row for each question, below the column names on the sheet “Questions”. You may add more sheets like it.',
  'Up to 50 questions for each video and age category, and 5,000 rows in all.',
]

// One row per column: rows on this sheet must not look like questions, because sheets of questions are imported.
const helpRows = [
  ...allImportColumns.map((column) => [column, columns[column].rule, columns[column].example]),
  [],
  ...general.map((sentence) => ['', sentence]),
]

async function* inOneBatch(rows: string[][]): Sheet['rows'] {
  yield rows
}

async function loadTitles(app: App): Promise<string[][]> {
  const rows = await app.db
    .select({ title: videos.title })
    .from(videos)
    .where(isNull(videos.deletedAt))
    .orderBy(asc(videos.position), asc(videos.id))
  return rows.map(({ title }) => [title])
}

/** Returns an empty question file. In .csv, a byte order mark tells Excel that the text is UTF-8. */
export async function makeTemplate(app: App, format: 'xlsx' | 'csv'): Promise<Buffer> {
  if (format === 'csv') return Buffer.from(BYTE_ORDER_MARK + formatCsvRow(allImportColumns))
  const helpColumns = [
    { name: 'Column', width: 16 },
    { name: 'What to write', width: 90 },
    { name: 'Example', width: 42 },
  ]
  const sheets: Sheet[] = [
    {
      name: 'Questions',
      columns: allImportColumns.map((name) => ({ name, width: columns[name].width, isText: true })),
      rows: inOneBatch([]),
    },
    { name: templateSheets.help, columns: helpColumns, rows: inOneBatch(helpRows) },
    {
      name: templateSheets.videos,
      columns: [{ name: 'videoTitle', width: 60, isText: true }],
      rows: inOneBatch(await loadTitles(app)),
    },
  ]
  const path = await app.files.temporaryPath()
  try {
    await writeXlsx(path, sheets)
    return await readFile(path)
  } finally {
    await rm(path, { force: true })
  }
}
