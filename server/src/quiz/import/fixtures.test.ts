// Uploads real spreadsheets from LibreOffice, and broken ones that are made here.
import { setTimeout } from 'node:timers/promises'
import { importQuestions, listImports, previewImport, importRefusals } from '@baobab/contract/question-import.ts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { makeAdmin, makeVideo, type MadeAdmin } from '../../../test/factories.ts'
import {
  csvOf,
  fixture,
  formWith,
  odsOf,
  sheetNames,
  sheetXml,
  withEnd,
  workbookOf,
  zip64,
  zipOf,
} from '../../../test/spreadsheets.ts'
import { snapshotDatabase } from '../../../test/snapshot-database.ts'
import type { VideoRow } from '../../videos/tables.ts'
import { questions, questionImports } from '../tables.ts'

let t: TestApp
let admin: MadeAdmin
let video: VideoRow
beforeAll(async () => {
  t = await startTestApp()
  admin = await makeAdmin(t)
  video = await makeVideo(t, { title: 'Two Buckets, One Well' })
  for (let n = 1; n <= 50; n += 1) await makeVideo(t, { title: `Film ${n}` })
})
afterAll(() => t.close())
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
  const plain = ['plain.xlsx', 'plain.xls', 'comma-utf8.csv', 'tab-utf16.csv', 'semicolon-windows-1252.csv']
  const [swapped, marked] = [Buffer.from(fixture('tab-utf16.csv')).swap16(), fixture('comma-utf8.csv')]
  const files: [string, Buffer][] = [
    ...[...plain, 'plain.ods'].map((name): [string, Buffer] => [name, fixture(name)]),
    ['big-endian.csv', swapped],
    ['marked-utf8.csv', Buffer.concat([Buffer.from('\uFEFF'), marked])],
    ['utf16-without-a-mark.csv', fixture('tab-utf16.csv').subarray(2)],
    ['named-in-capitals.CSV', marked],
  ]

  it.each(files)('U-17 %s is read exactly', async (name, bytes) => {
    const reply = await send(name, bytes)
    expect(reply).toMatchObject({ message: 'Trivia questions uploaded successfully!', added: 3, skipped: 0 })
    const rows = await stored()
    expect(rows.map(({ question }) => question)).toEqual([
      'Who told the truth in part 1?',
      'Who told the truth in part 2?',
      'Qui a payé le “dîner” – naïve Zoë?',
    ])
    expect(rows.map((one) => one.ageCategory)).toEqual(['11-20', '5-10', '11-20'])
    expect(rows[0]).toMatchObject({ options: ['Amina', 'Bola', 'Chidi', 'Danladi'], correctAnswer: 'Bola' })
  })

  it.each(['odd.xlsx', 'odd.xls'])(
    '%s: hidden sheets are left out, merged cells spread, numbers, dates and formulas are what they show',
    async (name) => {
      const shown = await preview(name, fixture(name))
      expect(shown).toMatchObject({ added: 5, skipped: 0, bad: 0 })
      expect(shown.sheets).toEqual([{ name: 'Term 1', rows: 5, ignoredColumns: ['Notes'] }])
      expect(shown.sheetsLeftOut).toEqual([{ name: 'Drafts', reason: 'It is hidden.' }])
      expect(shown.rows.map((one) => one.row)).toEqual([4, 5, 6, 7, 8])
      await send(name, fixture(name))
      const [, numbers, dates, formulas, broken] = await stored()
      expect(numbers).toMatchObject({ options: ['25%', '50%', '75%', '100%'], correctAnswer: '50%' })
      expect(dates).toMatchObject({
        options: ['1 October 1960', '1 October 1963', '29 May 1999', '29 May 2015'],
        correctAnswer: '1 October 1960',
      })
      expect(formulas).toMatchObject({ question: 'Who told the truth in part 4?', correctAnswer: 'Bola' })
      // A category that was mistaken for a date, and a question with a line break.
      expect(broken).toMatchObject({ question: 'Who told the truth in part 5?', ageCategory: '11-20' })
    },
  )

  it.each(['two-sheets.xlsx', 'two-sheets.xls', 'two-sheets.ods'])(
    '%s: every sheet of questions is read, and the preview names the others with the reason',
    async (name) => {
      const shown = await preview(name, fixture(name))
      expect(shown).toMatchObject({ added: 3, skipped: 0, bad: 0 })
      expect(shown.sheets).toEqual([
        { name: 'Term 1', rows: 2, ignoredColumns: [] },
        { name: 'Term 2', rows: 1, ignoredColumns: [] },
      ])
      expect(shown.sheetsLeftOut).toEqual([
        { name: 'Drafts', reason: 'It is hidden.' },
        { name: 'Notes', reason: 'It has no row of column names.' },
        { name: 'Old term', reason: 'Missing columns: correctAnswer, ageCategory.' },
      ])
      expect(shown.rows.map(({ sheet, row: number }) => [sheet, number])).toEqual([
        ['Term 1', 2],
        ['Term 1', 3],
        ['Term 2', 3],
      ])
      expect(await send(name, fixture(name))).toMatchObject({ added: 3, skipped: 0 })
      expect((await stored()).map(({ question, ageCategory }) => [question, ageCategory])).toEqual(
        expect.arrayContaining([
          ['Who told the truth in part 1?', '11-20'],
          ['Who told the truth in part 2?', '11-20'],
          ['Who told the truth in part 3?', '5-10'],
        ]),
      )
    },
  )

  it('a bad row of another sheet is named with its sheet', async () => {
    const name = 'two-sheets-bad-row.ods'
    const refused = await refusal(send(name, fixture(name)))
    expect(refused.errors).toEqual([
      {
        path: 'sheets.Term 2.rows.4.question',
        message: 'Row 4 of “Term 2”: Row 2 of “Term 1” already has this question with other options or another answer.',
      },
    ])
  })

  it.each(['dates.xlsx', 'dates.ods'])(
    '%s: categories that became dates are read, percentages and dates are what they show',
    async (name) => {
      const shown = await preview(name, fixture(name))
      expect(shown).toMatchObject({ added: 6, skipped: 0, bad: 0 })
      expect(shown.rows.map(({ ageCategory, readings }) => [ageCategory, ...readings])).toEqual(
        [
          ['5-10', '10-May'],
          ['5-10', '05-Oct'],
          ['5-10', '10/05/2026'],
          ['5-10', '46300'],
          ['11-20', '20-Nov'],
          ['11-20', 'Nov-20'],
        ].map(([category, cell]) => [category, { column: 'ageCategory', cell, readAs: category }]),
      )
      const [percentages, dates] = shown.rows
      expect(percentages).toMatchObject({ options: ['10%', '25%', '50%', '100%'], correctAnswer: '50%' })
      expect(dates).toMatchObject({
        options: ['01/10/1960', '01/10/1963', '29/05/1999', '29/05/2015'],
        correctAnswer: '01/10/1960',
      })
      await send(name, fixture(name))
      const rows = await stored()
      expect(rows.filter(({ ageCategory }) => ageCategory === '5-10')).toHaveLength(4)
      expect(rows.find(({ question }) => question.endsWith('1?'))).toMatchObject({
        options: ['10%', '25%', '50%', '100%'],
        correctAnswer: '50%',
      })
    },
  )

  it.each(['letters.xlsx', 'letters.ods'])(
    '%s: letters and numbers name the option, unless an option reads so',
    async (name) => {
      const shown = await preview(name, fixture(name))
      expect(shown).toMatchObject({ added: 5, skipped: 0, bad: 1 })
      expect(
        shown.rows.map(({ correctAnswer, readings }) => [correctAnswer, ...readings.map(({ cell }) => cell)]),
      ).toEqual([['Bola', 'B'], ['Bola', 'b)'], ['Bola', 'option 2'], ['Bola', '2'], ['2'], ['E']])
      expect(shown.rows[0]?.readings).toEqual([{ column: 'correctAnswer', cell: 'B', readAs: 'Bola' }])
      expect(shown.rows.at(-1)?.problems).toEqual([
        { column: 'correctAnswer', reason: 'The correct answer must be one of the four options.' },
      ])
      // A letter is the same question as the text of its option.
      expect(await send('a.csv', csvOf([row(1)]))).toMatchObject({ added: 1 })
      expect(await send('b.csv', csvOf([row(1, { 6: 'B' })]))).toMatchObject({ added: 0, skipped: 1 })
      expect((await stored())[0]).toMatchObject({ correctAnswer: 'Bola' })
    },
  )

  it('imports 5,000 rows, and nothing the second time', async () => {
    const bytes = fixture('rows-5000.xlsx')
    expect(await send('rows.xlsx', bytes)).toMatchObject({ added: 5_000, skipped: 0 })
    expect(await t.app.db.$count(questions)).toBe(5_000)
    expect(await send('rows.xlsx', bytes)).toMatchObject({ added: 0, skipped: 5_000 })
    expect(await send('rows.xls', fixture('rows-600.xls'))).toMatchObject({ added: 0, skipped: 600 })
    expect(await t.app.db.$count(questions)).toBe(5_000)
    const { imports } = await t.as(admin.token)(listImports, { query: {} })
    expect(imports.map(({ added, skipped, left }) => [added, skipped, left])).toEqual([
      [0, 600, 0],
      [0, 5_000, 0],
      [5_000, 0, 5_000],
    ])
    const [found] = await t.app.db
      .select()
      .from(questions)
      .where(eq(questions.question, 'Who told the truth in part 50?'))
    expect(found?.position).toBe(50)
  })

  it('columns may have any order and case, and quoted cells may have line breaks', async () => {
    const text = 'AGECATEGORY;correct answer;Option4;OPTION3;option2;option1;"QUESTION";Video Title\r\n'
    const cells =
      '5–10;"Bola; the ""elder""";Danladi;Chidi;"Bola; the ""elder""";Amina;"Who\r\nwon?";Two Buckets, One Well'
    expect(await send('any.csv', `sep=;\r\n${text}\r\n${cells}\r\n\r\n;;;\r\n`)).toMatchObject({ added: 1 })
    expect((await stored())[0]).toMatchObject({
      question: 'Who won?',
      options: ['Amina', 'Bola; the "elder"', 'Chidi', 'Danladi'],
      correctAnswer: 'Bola; the "elder"',
      ageCategory: '5-10',
    })
  })

  it('U-15 text that begins like a formula is text', async () => {
    const hostile = '=HYPERLINK("http://evil.example","Win")'
    await send('a.csv', csvOf([row(1, { 1: hostile, 2: '+1', 3: '-1', 4: '@x', 6: '-1' })]))
    expect((await stored())[0]).toMatchObject({ question: hostile, options: ['+1', '-1', '@x', 'Danladi'] })
  })
})

describe('bad rows', () => {
  const wanted = [
    { row: 3, column: 'videoTitle', reason: 'No video has this title.' },
    { row: 4, column: 'correctAnswer', reason: 'The correct answer must be one of the four options.' },
    { row: 5, column: 'option2', reason: 'The four options must be different.' },
    { row: 5, column: 'correctAnswer', reason: 'The correct answer must be one of the four options.' },
    { row: 7, column: 'question', reason: 'All fields are required!' },
    { row: 7, column: 'ageCategory', reason: 'The age category must be 5-10 or 11-20.' },
    { row: 8, column: 'question', reason: 'Row 2 already has this question with other options or another answer.' },
    { row: 9, column: 'option4', reason: 'This cell shows a spreadsheet error.' },
  ]

  it('U-16 are all reported together, by row number, column and reason, and nothing is added', async () => {
    const before = await snapshotDatabase(t)
    const refused = await refusal(send('bad-rows.xlsx', fixture('bad-rows.xlsx')))
    expect(refused).toMatchObject({ status: 422, code: 'not_a_sheet', message: 'Error uploading file' })
    expect(refused.errors).toEqual(
      wanted.map(({ row: number, column, reason }) => ({
        path: `rows.${number}.${column}`,
        message: `Row ${number}: ${reason}`,
      })),
    )
    expect(await snapshotDatabase(t)).toEqual(before)
  })

  it('are in the preview between the good ones', async () => {
    const shown = await preview('bad-rows.xlsx', fixture('bad-rows.xlsx'))
    expect(shown).toMatchObject({ added: 1, skipped: 0, bad: 6 })
    const problems = shown.rows.flatMap((one) => one.problems.map((problem) => ({ row: one.row, ...problem })))
    expect(problems).toEqual(wanted)
    expect(shown.quizzes).toEqual([{ videoTitle: video.title, ageCategory: '11-20', before: 0, added: 1, asked: 1 }])
  })

  it('a row with an unquoted comma has too many cells', async () => {
    const refused = await refusal(send('a.csv', `${csvOf([row(1)])}\r\n${row(2).join(',')},x`))
    expect(refused.errors).toEqual([
      { path: 'rows.3', message: expect.stringMatching(/^Row 3: This row has more cells than there are columns/) },
    ])
  })
})

/** A row of the columns' names, and rows that LibreOffice would write once with their number. */
const REPEATED_ROWS = `<table:table table:name="a"><table:table-row>${'<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'.repeat(50)}</table:table-row><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="1000" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`

const BOMB = Buffer.alloc(99 * 1_048_576)
const bad = (reason: string) => ({
  status: 422,
  code: 'not_a_sheet',
  message: 'Error uploading file',
  errors: [{ path: 'file', message: reason }],
})
const manyFormulas = Array.from({ length: 2_600 }, (_, n) => sheetNames.map((_, at) => `="${n}"&"${at}"`))

/** Makes a good workbook with one additional entry. */
const withEntry = (entry: Parameters<typeof zipOf>[0][number]) => workbookOf(sheetXml([sheetNames, row(1)]), [entry])
const more = { name: 'xl/a', bytes: Buffer.from('<a/>') }
/** What follows an entry of 16 bytes, itself 16 bytes long. */
const ownSizes = Buffer.from('504b0708000000001000000010000000', 'hex')
const uncounted = (end: Buffer) => {
  end.writeUInt16LE(end.readUInt16LE(8) - 1, 8)
  return end
}
/** Adds a comment that begins like an end record, but is too short to be a whole one. */
const secondEnd = (end: Buffer) => {
  const comment = end.subarray(0, 20)
  const first = Buffer.from(end)
  first.writeUInt16LE(comment.length, 20)
  return Buffer.concat([first, comment])
}

describe('a file that cannot be imported', () => {
  const { notASpreadsheet, pdf, wrongExtension, password, damaged, tooExpensive, formulas, tooManyRows, noRows } =
    importRefusals
  const whole = fixture('plain.xlsx')
  const files: [string, string, () => string | Buffer, string][] = [
    [
      'a zip bomb',
      'a.xlsx',
      () =>
        workbookOf(sheetXml([]), [
          { name: 'xl/a', bytes: BOMB },
          { name: 'xl/b', bytes: BOMB.subarray(2 ** 20) },
        ]),
      tooExpensive,
    ],
    [
      'a bomb whose directory lies',
      'a.xlsx',
      () => workbookOf(sheetXml([]), [{ name: 'xl/a', bytes: BOMB, unpacked: 100 }]),
      tooExpensive,
    ],
    ['a bomb of no size at all', 'a.xlsx', () => withEntry({ name: 'xl/a', bytes: BOMB, unpacked: 0 }), tooExpensive],
    ['an entry of another name', 'a.xlsx', () => withEntry({ ...more, local: { name: 'xl/b' } }), damaged],
    [
      'an entry packed another way',
      'a.xlsx',
      () => withEntry({ ...more, isStored: true, local: { method: 8 } }),
      damaged,
    ],
    [
      'an entry that claims to be larger',
      'a.xlsx',
      () => withEntry({ ...more, flags: 8, local: { unpacked: 2 ** 31 } }),
      damaged,
    ],
    [
      'an entry that claims to be larger in 64 bits',
      'a.xlsx',
      () => withEntry({ ...more, flags: 8, local: { extra: zip64(2 ** 31, 6) } }),
      damaged,
    ],
    [
      'an entry whose bytes are the sizes of an empty one',
      'a.xlsx',
      () => withEntry({ name: 'xl/a', bytes: ownSizes, flags: 8, isStored: true, local: { packed: 0, unpacked: 0 } }),
      damaged,
    ],
    ['an end with two counts', 'a.xlsx', () => withEnd(withEntry(more), uncounted), damaged],
    ['a second end', 'a.xlsx', () => withEnd(withEntry(more), secondEnd), damaged],
    ['bytes behind the end', 'a.xlsx', () => Buffer.concat([withEntry(more), Buffer.from('more')]), damaged],
    [
      'a thousand entries',
      'a.xlsx',
      () => zipOf(Array.from({ length: 1_000 }, (_, n) => ({ name: `xl/${n}`, bytes: Buffer.from('') }))),
      tooExpensive,
    ],
    ['a sheet full of formulas', 'a.xlsx', () => workbookOf(sheetXml([sheetNames, ...manyFormulas])), formulas],
    [
      'formulas that were never worked out',
      'a.xlsx',
      () => workbookOf(sheetXml([sheetNames, sheetNames.map(() => '=1+1')])),
      formulas,
    ],
    [
      'a declaration of entities',
      'a.xlsx',
      () => workbookOf(sheetXml([sheetNames, row(1)], '<!DOCTYPE x [<!ENTITY a "b">]>')),
      damaged,
    ],
    ['half a workbook', 'a.xlsx', () => whole.subarray(0, whole.length / 2), damaged],
    [
      'a workbook with a hole',
      'a.xlsx',
      () => Buffer.concat([whole.subarray(0, 300), Buffer.alloc(400, 7), whole.subarray(700)]),
      damaged,
    ],
    ['a workbook under a password', 'a.xlsx', () => fixture('password.xlsx'), password],
    ['an old workbook under a password', 'a.xls', () => fixture('password.xls'), password],
    ['an .ods under a password', 'a.ods', () => fixture('password.ods'), password],
    ['half an .ods', 'a.ods', () => fixture('plain.ods').subarray(0, 4_000), damaged],
    ['an .ods that repeats a row a million times', 'a.ods', () => odsOf(REPEATED_ROWS), tooExpensive],
    [
      'an .ods full of formulas',
      'a.ods',
      () => odsOf('<table:table-cell table:formula="of:=1"/>'.repeat(20_001)),
      formulas,
    ],
    ['a PDF', 'a.pdf', () => fixture('questions.pdf'), pdf],
    ['a PDF renamed to .xlsx', 'a.xlsx', () => fixture('questions.pdf'), pdf],
    ['a PDF of plain characters', 'a.csv', () => '%PDF-1.4\nendobj', pdf],
    [
      'a text document of LibreOffice',
      'a.ods',
      () => odsOf('', 'application/vnd.oasis.opendocument.text'),
      notASpreadsheet,
    ],
    [
      'an old Word document',
      'a.doc',
      () => Buffer.concat([fixture('plain.xls').subarray(0, 512), Buffer.from('WordDocument', 'utf16le')]),
      notASpreadsheet,
    ],
    ['half an old workbook', 'a.xls', () => fixture('plain.xls').subarray(0, 1_500), damaged],
    ['a text named .xlsx', 'a.xlsx', () => 'hello', wrongExtension],
    ['a text table named .ods', 'a.ods', () => csvOf([row(1)]), wrongExtension],
    ['a text table named .xlsx', 'a.xlsx', () => csvOf([row(1)]), wrongExtension],
    ['a text without columns', 'a.csv', () => 'hello', importRefusals.noColumns],
    ['a picture', 'a.csv', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 0]), notASpreadsheet],
    [
      'another kind of zip',
      'a.xlsx',
      () => zipOf([{ name: 'word/document.xml', bytes: Buffer.from('<a/>') }]),
      notASpreadsheet,
    ],
    ['names of columns alone', 'a.csv', () => csvOf([]), noRows],
    [
      'columns missing',
      'a.csv',
      () => 'videoTitle,question,option1,option2\r\na,b,c,d',
      importRefusals.missingColumns(['option3', 'option4', 'correctAnswer', 'ageCategory']),
    ],
    [
      'a column twice',
      'a.csv',
      () => csvOf([row(1)]).replace('option4', 'option4,OPTION 4'),
      importRefusals.duplicateColumns(['option4']),
    ],
    ['a quote that stays open', 'a.csv', () => `${csvOf([row(1)])}\r\n"open,b`, importRefusals.brokenQuotes(3)],
    ['5,001 rows', 'a.csv', () => csvOf(Array.from({ length: 5_001 }, (_, n) => row(n))), tooManyRows],
  ]

  it.each(files)('U-12 U-13 U-16 U-17 %s is refused with the reason', async (_, name, make, reason) => {
    const before = await snapshotDatabase(t)
    expect(await refusal(send(name, make()))).toMatchObject(bad(reason))
    expect(await snapshotDatabase(t)).toEqual(before)
  })

  it('the same files without the fault are accepted', async () => {
    const streamed = { ...more, flags: 8, local: { packed: 0, unpacked: 0 } }
    const long = { ...more, local: { packed: 2 ** 32 - 1, unpacked: 2 ** 32 - 1, extra: zip64(4, 6) } }
    for (const entry of [more, { ...more, isStored: true }, streamed, long])
      expect(await preview('a.xlsx', withEntry(entry))).toMatchObject({ added: 1 })
    const remarked = withEnd(withEntry(more), (end) => {
      end.writeUInt16LE(4, 20)
      return Buffer.concat([end, Buffer.from('Term')])
    })
    expect(await preview('a.xlsx', remarked)).toMatchObject({ added: 1 })
  })

  it('is 400 if missing or empty, and 413 over 5 MB', async () => {
    const none = await refusal(t.as(admin.token)(importQuestions, { body: formWith() }))
    expect(none).toMatchObject({ status: 400, message: 'Please select a file' })
    expect(await refusal(send('a.csv', ''))).toMatchObject({ status: 400, message: 'Please select a file' })
    const large = Buffer.alloc(5 * 1_048_576 + 1, 'a')
    expect(await refusal(send('a.csv', large))).toMatchObject({ status: 413, code: 'too_large' })
  })
})

it('U-12 W-20 a file that needs too much memory ends only the process that reads it, and the server keeps replying', async () => {
  // 91 MiB of cells, compressed to half a megabyte.
  const cells = '<c><v>1</v></c>'.repeat(16_000)
  const endless = sheetXml([sheetNames]).replace('</sheetData>', `${`<row>${cells}</row>`.repeat(400)}</sheetData>`)
  const refusing = refusal(send('a.xlsx', workbookOf(endless)))
  let answered = 0
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      expect((await t.http.inject('/readyz')).statusCode).toBe(200)
      answered += 1
      await setTimeout(100)
    }
  })()
  expect(await refusing).toMatchObject(bad(importRefusals.tooExpensive))
  isOver = true
  await asking
  expect(answered).toBeGreaterThan(5)
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
