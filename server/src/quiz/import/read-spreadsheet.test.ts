// Reads real spreadsheets from LibreOffice, and broken ones made here, as the import's child process does but within this
// process; run-child.test.ts and fixtures.test.ts start a child process.
import { importRefusals } from '@baobab/contract/quiz/import-text.ts'
import { describe, expect, it } from 'vitest'
import {
  csvOf,
  fixture,
  odsOf,
  sheetNames,
  sheetXml,
  withEnd,
  workbookOf,
  zip64,
  zipOf,
} from '../../../test/spreadsheets.ts'
import { readQuestionFile } from '../../../test/question-files.ts'
import type { QuestionFile } from './read-spreadsheet.ts'
import { listOptions } from './rules.ts'

// Reads a file as the page does, where a person confirms a guess, but without asking about columns.
const read = (name: string, bytes: string | Buffer) => readQuestionFile({ name, bytes }, {}, {})

const row = (n: number) => [
  'Two Buckets, One Well',
  `Who told the truth in part ${n}?`,
  'Amina',
  'Bola',
  'Chidi',
  'Danladi',
  'Bola',
  '11-20',
]
const listAnswers = ({ rows }: QuestionFile) =>
  rows.map(({ cells }) => ({
    options: listOptions(cells),
    correctAnswer: cells.correctAnswer,
  }))
const listProblems = ({ rows }: QuestionFile) => rows.flatMap(({ problems = [] }) => problems)

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
    const file = await read(name, bytes)
    expect(listProblems(file)).toEqual([])
    expect(file.rows.map(({ cells }) => cells.question)).toEqual([
      'Who told the truth in part 1?',
      'Who told the truth in part 2?',
      'Qui a payé le “dîner” – naïve Zoë?',
    ])
    expect(file.rows.map(({ cells }) => cells.ageCategory)).toEqual(['11-20', '5-10', '11-20'])
    expect(listAnswers(file)[0]).toEqual({
      options: ['Amina', 'Bola', 'Chidi', 'Danladi'],
      correctAnswer: 'Bola',
    })
  })

  it.each(['odd.xlsx', 'odd.xls'])(
    '%s: hidden sheets are left out, merged cells are spread, and numbers, dates and formulas are read as shown',
    async (name) => {
      const file = await read(name, fixture(name))
      expect(listProblems(file)).toEqual([])
      expect(file.sheets).toMatchObject([{ name: 'Term 1', rows: 5, ignoredColumns: ['Notes'] }])
      expect(file.sheetsLeftOut).toEqual([{ name: 'Drafts', reason: 'It is hidden.' }])
      expect(file.rows.map((one) => one.row)).toEqual([4, 5, 6, 7, 8])
      const [, numbers, dates, formulas] = listAnswers(file)
      expect(numbers).toEqual({
        options: ['25%', '50%', '75%', '100%'],
        correctAnswer: '50%',
      })
      expect(dates).toEqual({
        options: ['1 October 1960', '1 October 1963', '29 May 1999', '29 May 2015'],
        correctAnswer: '1 October 1960',
      })
      expect(formulas?.correctAnswer).toBe('Bola')
      expect(file.rows[3]?.cells.question).toBe('Who told the truth in part 4?')
      // A category mistaken for a date, and a question with a line break.
      expect(file.rows[4]?.cells).toMatchObject({
        question: 'Who told the truth in part 5?',
        ageCategory: '11-20',
      })
    },
  )

  it.each(['two-sheets.xlsx', 'two-sheets.xls', 'two-sheets.ods'])(
    '%s: every sheet of questions is read, and the others are listed with the reason',
    async (name) => {
      const file = await read(name, fixture(name))
      expect(file.sheets).toMatchObject([
        { name: 'Term 1', rows: 2, ignoredColumns: [] },
        { name: 'Term 2', rows: 1, ignoredColumns: [] },
      ])
      expect(file.sheetsLeftOut).toEqual([
        { name: 'Drafts', reason: 'It is hidden.' },
        { name: 'Notes', reason: 'It has no row of column names.' },
        {
          name: 'Old term',
          reason: 'Missing columns: Correct answer, Age category.',
        },
      ])
      expect(
        file.rows.map(({ sheet, row: number, cells }) => [sheet, number, cells.question, cells.ageCategory]),
      ).toEqual([
        ['Term 1', 2, 'Who told the truth in part 1?', '11-20'],
        ['Term 1', 3, 'Who told the truth in part 2?', '11-20'],
        ['Term 2', 3, 'Who told the truth in part 3?', '5-10'],
      ])
    },
  )

  it.each(['dates.xlsx', 'dates.ods'])(
    '%s: categories that became dates are recognised, and percentages and dates are read as shown',
    async (name) => {
      const file = await read(name, fixture(name))
      expect(listProblems(file)).toEqual([])
      expect(file.rows.map(({ cells, readings }) => [cells.ageCategory, ...readings])).toEqual(
        [
          ['5-10', '10-May'],
          ['5-10', '05-Oct'],
          ['5-10', '10/05/2026'],
          ['5-10', '46300'],
          ['11-20', '20-Nov'],
          ['11-20', 'Nov-20'],
        ].map(([category, cell]) => [category, { column: 'ageCategory', cell, readAs: category }]),
      )
      expect(listAnswers(file).slice(0, 2)).toEqual([
        { options: ['10%', '25%', '50%', '100%'], correctAnswer: '50%' },
        {
          options: ['01/10/1960', '01/10/1963', '29/05/1999', '29/05/2015'],
          correctAnswer: '01/10/1960',
        },
      ])
    },
  )

  it.each(['letters.xlsx', 'letters.ods'])(
    '%s: letters and numbers name the option, unless they are an option’s text',
    async (name) => {
      const file = await read(name, fixture(name))
      expect(
        file.rows.map(({ cells, readings }) => [cells.correctAnswer, ...readings.map(({ cell }) => cell)]),
      ).toEqual([['Bola', 'B'], ['Bola', 'b)'], ['Bola', 'option 2'], ['Bola', '2'], ['2'], ['E']])
      expect(file.rows[0]?.readings).toEqual([{ column: 'correctAnswer', cell: 'B', readAs: 'Bola' }])
      expect(file.rows.at(-1)?.problems).toEqual([
        {
          column: 'correctAnswer',
          reason: 'The correct answer must be one of the four options.',
        },
      ])
      expect(listProblems(file)).toHaveLength(1)
    },
  )

  it('columns may be in any order and case, and quoted cells may contain line breaks', async () => {
    const text = 'AGECATEGORY;correct answer;Option4;OPTION3;option2;option1;"QUESTION";Video Title\r\n'
    const cells =
      '5–10;"Bola; the ""elder""";Danladi;Chidi;"Bola; the ""elder""";Amina;"Who\r\nwon?";Two Buckets, One Well'
    const file = await read('any.csv', `sep=;\r\n${text}\r\n${cells}\r\n\r\n;;;\r\n`)
    expect(listProblems(file)).toEqual([])
    expect(file.rows.map((one) => one.cells)).toMatchObject([{ question: 'Who won?', ageCategory: '5-10' }])
    expect(listAnswers(file)).toEqual([
      {
        options: ['Amina', 'Bola; the "elder"', 'Chidi', 'Danladi'],
        correctAnswer: 'Bola; the "elder"',
      },
    ])
  })

  it('a row with an unquoted comma has too many cells', async () => {
    const file = await read('a.csv', `${csvOf([row(1)])}\r\n${row(2).join(',')},x`)
    expect(file.rows[1]?.row).toBe(3)
    expect(listProblems(file)).toEqual([
      {
        column: null,
        reason: expect.stringMatching(/^This row has more cells than there are columns/),
      },
    ])
  })
})

const BOMB = Buffer.alloc(99 * 1_048_576)
const manyFormulas = Array.from({ length: 2_600 }, (_, n) => sheetNames.map((_, at) => `="${n}"&"${at}"`))

/** Creates a good workbook with one additional entry. */
const withEntry = (entry: Parameters<typeof zipOf>[0][number]) => workbookOf(sheetXml([sheetNames, row(1)]), [entry])
const more = { name: 'xl/a', bytes: Buffer.from('<a/>') }
/** The data after an entry of 16 bytes, itself 16 bytes long. */
const ownSizes = Buffer.from('504b0708000000001000000010000000', 'hex')
const uncounted = (end: Buffer) => {
  end.writeUInt16LE(end.readUInt16LE(8) - 1, 8)
  return end
}
/** Adds a comment that starts like an end record, but is too short to be a complete one. */
const secondEnd = (end: Buffer) => {
  const comment = end.subarray(0, 20)
  const first = Buffer.from(end)
  first.writeUInt16LE(comment.length, 20)
  return Buffer.concat([first, comment])
}

describe('a file that cannot be imported', () => {
  const { otherKind, wrongExtension, password, damaged, tooExpensive, formulas, tooManyRows, noRows } = importRefusals
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
      () =>
        withEntry({
          name: 'xl/a',
          bytes: ownSizes,
          flags: 8,
          isStored: true,
          local: { packed: 0, unpacked: 0 },
        }),
      damaged,
    ],
    ['an end with two counts', 'a.xlsx', () => withEnd(withEntry(more), uncounted), damaged],
    ['a second end', 'a.xlsx', () => withEnd(withEntry(more), secondEnd), damaged],
    ['bytes after the end', 'a.xlsx', () => Buffer.concat([withEntry(more), Buffer.from('more')]), damaged],
    [
      'a thousand entries',
      'a.xlsx',
      () =>
        zipOf(
          Array.from({ length: 1_000 }, (_, n) => ({
            name: `xl/${n}`,
            bytes: Buffer.from(''),
          })),
        ),
      tooExpensive,
    ],
    ['a sheet full of formulas', 'a.xlsx', () => workbookOf(sheetXml([sheetNames, ...manyFormulas])), formulas],
    [
      'formulas that were never calculated',
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
    ['a workbook with a password', 'a.xlsx', () => fixture('password.xlsx'), password],
    ['an old workbook with a password', 'a.xls', () => fixture('password.xls'), password],
    ['an .ods with a password', 'a.ods', () => fixture('password.ods'), password],
    ['half an .ods', 'a.ods', () => fixture('plain.ods').subarray(0, 4_000), damaged],
    [
      'an .ods full of formulas',
      'a.ods',
      () => odsOf('<table:table-cell table:formula="of:=1"/>'.repeat(20_001)),
      formulas,
    ],
    ['a PDF', 'a.pdf', () => fixture('questions.pdf'), otherKind('pdf')],
    ['a PDF renamed to .xlsx', 'a.xlsx', () => fixture('questions.pdf'), otherKind('pdf')],
    ['a PDF of plain characters', 'a.csv', () => '%PDF-1.4\nendobj', otherKind('pdf')],
    [
      'a text document of LibreOffice',
      'a.ods',
      () => odsOf('', 'application/vnd.oasis.opendocument.text'),
      otherKind('word'),
    ],
    [
      'an old Word document',
      'a.doc',
      () => Buffer.concat([fixture('plain.xls').subarray(0, 512), Buffer.from('WordDocument', 'utf16le')]),
      otherKind('word'),
    ],
    ['half an old workbook', 'a.xls', () => fixture('plain.xls').subarray(0, 1_500), damaged],
    ['a text named .xlsx', 'a.xlsx', () => 'hello', wrongExtension],
    ['a text table named .ods', 'a.ods', () => csvOf([row(1)]), wrongExtension],
    ['a text table named .xlsx', 'a.xlsx', () => csvOf([row(1)]), wrongExtension],
    ['a text without columns', 'a.csv', () => 'hello', importRefusals.noColumns],
    ['a picture', 'a.csv', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 0]), otherKind('picture')],
    [
      'another kind of zip',
      'a.xlsx',
      () => zipOf([{ name: 'word/document.xml', bytes: Buffer.from('<a/>') }]),
      otherKind('word'),
    ],
    ['an entry whose name starts with a slash', 'a.xlsx', () => withEntry({ ...more, name: '/content.xml' }), damaged],
    ['only column names', 'a.csv', () => csvOf([]), noRows],
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
    const errors = [{ path: 'file', message: reason }]
    await expect(read(name, make())).rejects.toMatchObject({
      code: 'not_a_sheet',
      details: { errors },
    })
  })

  it('the same files without the fault are accepted', async () => {
    const streamed = { ...more, flags: 8, local: { packed: 0, unpacked: 0 } }
    const long = {
      ...more,
      local: { packed: 2 ** 32 - 1, unpacked: 2 ** 32 - 1, extra: zip64(4, 6) },
    }
    for (const entry of [more, { ...more, isStored: true }, streamed, long])
      expect((await read('a.xlsx', withEntry(entry))).rows).toHaveLength(1)
    const remarked = withEnd(withEntry(more), (end) => {
      end.writeUInt16LE(4, 20)
      return Buffer.concat([end, Buffer.from('Term')])
    })
    expect((await read('a.xlsx', remarked)).rows).toHaveLength(1)
  })
})
