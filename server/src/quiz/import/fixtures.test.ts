// Uploads spreadsheets from LibreOffice; read-spreadsheet.test.ts reads many more of them, and broken ones, without a server.
import { importRefusals } from '@baobab/contract/quiz/import-text.ts'
import { importQuestions, previewImport } from '@baobab/contract/quiz/question-import.ts'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openTestApp } from '../../../test/harness.ts'
import { makeAdmin, makeVideo } from '../../../test/factories.ts'
import { csvOf, fixture, formWith, sheetXml, workbookOf } from '../../../test/spreadsheets.ts'
import { snapshotDatabase } from '../../../test/snapshot-database.ts'
import { questions, questionImports } from '../tables.ts'

const t = await openTestApp()
const admin = await makeAdmin(t)
const video = await makeVideo(t, { title: 'Two Buckets, One Well' })
beforeEach(async () => {
  await t.app.db.delete(questions)
  await t.app.db.delete(questionImports)
})

const row = (n: number, changes: Record<number, string> = {}) =>
  [video.title, `Who told the truth in part ${n}?`, 'Amina', 'Bola', 'Chidi', 'Danladi', 'Bola', '11-20'].map(
    (cell, at) => changes[at] ?? cell,
  )
const send = (name: string, bytes: string | Buffer) =>
  t.as(admin.token)(importQuestions, { body: formWith({ name, bytes }) })
const preview = (name: string, bytes: string | Buffer) =>
  t.as(admin.token)(previewImport, { body: formWith({ name, bytes }) })
const stored = () =>
  t.app.db.select().from(questions).where(eq(questions.videoId, video.id)).orderBy(asc(questions.position))

describe('a spreadsheet from a spreadsheet program', () => {
  it.each(['plain.xlsx', 'plain.ods'])('%s is imported', async (name) => {
    const reply = await send(name, fixture(name))
    expect(reply).toMatchObject({
      message: 'Trivia questions uploaded successfully!',
      added: 3,
      skipped: 0,
    })
    const rows = await stored()
    expect(rows.map(({ question, ageCategory }) => [question, ageCategory])).toEqual([
      ['Who told the truth in part 1?', '11-20'],
      ['Who told the truth in part 2?', '5-10'],
      ['Qui a payé le “dîner” – naïve Zoë?', '11-20'],
    ])
    expect(rows[0]).toMatchObject({
      options: ['Amina', 'Bola', 'Chidi', 'Danladi'],
      correctAnswer: 'Bola',
    })
  })

  it('with a hidden row is imported without it, and the reply counts it', async () => {
    await makeVideo(t, { title: 'The Last Seat on the Danfo' })
    expect(await send('a.xlsx', fixture('hidden-row.xlsx'))).toMatchObject({ added: 1, hiddenRows: 1 })
  })

  it('of several sheets is shown with the sheet of each row, and imported whole', async () => {
    const [name, bytes] = ['two-sheets.xls', fixture('two-sheets.xls')]
    const shown = await preview(name, bytes)
    expect(shown).toMatchObject({ added: 3, skipped: 0, bad: 0 })
    expect(shown.sheets.map(({ name: sheet, rows }) => [sheet, rows])).toEqual([
      ['Term 1', 2],
      ['Term 2', 1],
    ])
    expect(shown.sheetsLeftOut.map((sheet) => sheet.name)).toEqual(['Drafts', 'Notes', 'Old term'])
    expect(shown.rows.map(({ sheet, row: number }) => [sheet, number])).toEqual([
      ['Term 1', 2],
      ['Term 1', 3],
      ['Term 2', 3],
    ])
    expect(await send(name, bytes)).toMatchObject({ added: 3, skipped: 0 })
    expect(await stored()).toHaveLength(3)
  })

  it('a bad row on another sheet is reported with its sheet', async () => {
    const name = 'two-sheets-bad-row.ods'
    const refused = await refusal(send(name, fixture(name)))
    expect(refused.errors).toEqual([
      {
        path: 'sheets.Term 2.rows.4.question',
        message: 'Row 4 of “Term 2”: Row 2 of “Term 1” already has this question with other options or another answer.',
      },
    ])
  })

  it('is previewed with what its cells are read as, and a letter is the same answer as its option’s text', async () => {
    const shown = await preview('letters.xlsx', fixture('letters.xlsx'))
    expect(shown).toMatchObject({ added: 5, skipped: 0, bad: 1 })
    expect(shown.rows[0]).toMatchObject({
      correctAnswer: 'Bola',
      readings: [{ column: 'correctAnswer', cell: 'B', readAs: 'Bola' }],
    })
    expect(await send('a.csv', csvOf([row(1)]))).toMatchObject({ added: 1 })
    expect(await send('b.csv', csvOf([row(1, { 6: 'B' })]))).toMatchObject({
      added: 0,
      skipped: 1,
    })
    expect((await stored())[0]).toMatchObject({ correctAnswer: 'Bola' })
  })

  it('U-15 text that starts like a formula is text', async () => {
    const hostile = '=HYPERLINK("http://evil.example","Win")'
    await send('a.csv', csvOf([row(1, { 1: hostile, 2: '+1', 3: '-1', 4: '@x', 6: '-1' })]))
    expect((await stored())[0]).toMatchObject({
      question: hostile,
      options: ['+1', '-1', '@x', 'Danladi'],
    })
  })
})

describe('bad rows', () => {
  const wanted = [
    { row: 3, column: 'videoTitle', reason: 'No video has this title.', suggestions: [] },
    {
      row: 4,
      column: 'correctAnswer',
      reason: 'The correct answer must be one of the four options.',
    },
    {
      row: 5,
      column: 'option2',
      reason: 'The four options must be different.',
    },
    {
      row: 5,
      column: 'correctAnswer',
      reason: 'The correct answer must be one of the four options.',
    },
    { row: 7, column: 'question', reason: 'Enter the question.' },
    {
      row: 7,
      column: 'ageCategory',
      reason: 'The age category must be 5-10 or 11-20.',
      suggestions: ['5-10', '11-20'],
    },
    {
      row: 8,
      column: 'question',
      reason: 'Row 2 already has this question with other options or another answer.',
    },
    {
      row: 9,
      column: 'option4',
      reason: 'This cell shows a spreadsheet error.',
    },
  ]

  it('U-16 are all reported together, by row number, column and reason, and nothing is added', async () => {
    const before = await snapshotDatabase(t)
    const refused = await refusal(send('bad-rows.xlsx', fixture('bad-rows.xlsx')))
    expect(refused).toMatchObject({
      status: 422,
      code: 'not_a_sheet',
      message: 'Error uploading file',
    })
    expect(refused.errors).toEqual(
      wanted.map(({ row: number, column, reason }) => ({
        path: `rows.${number}.${column}`,
        message: `Row ${number}: ${reason}`,
      })),
    )
    expect(await snapshotDatabase(t)).toEqual(before)
  })

  it('appear in the preview between the good ones', async () => {
    const shown = await preview('bad-rows.xlsx', fixture('bad-rows.xlsx'))
    expect(shown).toMatchObject({ added: 1, skipped: 0, bad: 6 })
    const problems = shown.rows.flatMap((one) => one.problems.map((problem) => ({ row: one.row, ...problem })))
    expect(problems).toEqual(wanted)
    expect(shown.quizzes).toEqual([
      {
        videoTitle: video.title,
        ageCategory: '11-20',
        before: 0,
        added: 1,
        asked: 1,
      },
    ])
  })
})

describe('a file that cannot be imported', () => {
  it.each([
    ['a zip bomb', workbookOf(sheetXml([]), [{ name: 'xl/a', bytes: Buffer.alloc(101 * 1_048_576) }]), 'tooExpensive'],
    ['half a workbook', fixture('plain.xlsx').subarray(0, 5_000), 'damaged'],
  ] as const)('U-12 U-13 %s is refused with the reason, and nothing is added', async (_, bytes, reason) => {
    const before = await snapshotDatabase(t)
    expect(await refusal(send('a.xlsx', bytes))).toMatchObject({
      status: 422,
      code: 'not_a_sheet',
      message: 'Error uploading file',
      errors: [{ path: 'file', message: importRefusals[reason] }],
    })
    expect(await snapshotDatabase(t)).toEqual(before)
  })

  it('gets 400 if missing or empty, and 413 over 5 MB', async () => {
    const none = await refusal(t.as(admin.token)(importQuestions, { body: formWith() }))
    expect(none).toMatchObject({
      status: 400,
      message: 'Please select a file',
    })
    expect(await refusal(send('a.csv', ''))).toMatchObject({
      status: 400,
      message: 'Please select a file',
    })
    const large = Buffer.alloc(5 * 1_048_576 + 1, 'a')
    expect(await refusal(send('a.csv', large))).toMatchObject({
      status: 413,
      code: 'too_large',
    })
  })
})

it('a question is added after the existing ones', async () => {
  await send('a.csv', csvOf([row(1), row(2)]))
  await send('b.csv', csvOf([row(3), row(2), row(4)]))
  const rows = await stored()
  expect(rows.map(({ question, position }) => [question.at(-2), position])).toEqual([
    ['1', 1],
    ['2', 2],
    ['3', 3],
    ['4', 4],
  ])
})
