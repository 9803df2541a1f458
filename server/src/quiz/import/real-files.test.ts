// Files as people and their programs make them: each row is read as its author wrote it, or the uploader is asked what it means.
import { cellDoubts, fileRemarks, importRefusals, rowProblems } from '@baobab/contract/quiz/import-text.ts'
import type { ImportSettings } from '@baobab/contract/quiz/question-import.ts'
import { describe, expect, it } from 'vitest'
import { csvOf, fixture, odsOf, sheetNames, sheetXml, workbookOf } from '../../../test/spreadsheets.ts'
import { readQuestionFile } from '../../../test/question-files.ts'
import type { QuestionFile } from './read-spreadsheet.ts'
import { listOptions } from './rules.ts'

const read = (name: string, bytes: string | Buffer, settings?: ImportSettings) =>
  readQuestionFile({ name, bytes }, settings)

/** Spreadsheet programs add this year to 1/2. */
const thisYear = new Date().getFullYear()
const title = 'The Last Seat on the Danfo'
const row = (changes: Record<number, string> = {}) =>
  [title, 'Where?', 'Ikeja', 'Kano', 'Oyo', 'Jos', 'Kano', '11-20'].map((cell, at) => changes[at] ?? cell)
const csv = (...changes: Record<number, string>[]) => csvOf(changes.map((change) => row(change)))
const problemsOf = (file: QuestionFile) => file.rows.map(({ problems = [] }) => problems)
/** Reads one row of a text file. */
const readRow = async (changes: Record<number, string>, settings?: ImportSettings) =>
  (await read('a.csv', csv(changes), settings)).rows[0]

describe('importing a file whose cells were changed by a program', () => {
  it('matches the key as a number first: 3 is the option 3.0, not the third option', async () => {
    const file = await read('lost-zeros.csv', fixture('lost-zeros.csv'))
    expect(file.rows[0]?.form).toMatchObject({ options: ['2.0', '3.0', '4.0', '5.0'], correctAnswer: '3.0' })
    expect(file.rows[0]?.readings).toEqual([{ column: 'correctAnswer', cell: '3', readAs: '3.0' }])
  })

  it('asks about a fraction that became a date, and suggests both fractions and the date', async () => {
    const file = await read('fractions.xlsx', fixture('fractions.xlsx'))
    expect(problemsOf(file)[0]).toMatchObject([
      { column: 'option1', reason: cellDoubts.date('1-Feb'), suggestions: ['1/2', '2/1', '1-Feb'] },
      { column: 'option2', suggestions: ['1/3', '3/1', '1-Mar'] },
      { column: 'option3', suggestions: ['2/3', '3/2', '2-Mar'] },
      { column: 'option4', suggestions: ['3/4', '4/3', '3-Apr'] },
      { column: 'correctAnswer', suggestions: ['1/2', '2/1', '1-Feb'] },
    ])
    const texts = { option1: '1/2', option2: '1/3', option3: '2/3', option4: '3/4', correctAnswer: '1/2' } as const
    const columns = ['option1', 'option2', 'option3', 'option4', 'correctAnswer'] as const
    const corrections = columns.map((column) => ({ sheet: null, row: 2, column, text: texts[column] }))
    const corrected = await read('fractions.xlsx', fixture('fractions.xlsx'), { corrections })
    expect(corrected.rows[0]?.form).toMatchObject({ options: ['1/2', '1/3', '2/3', '3/4'], correctAnswer: '1/2' })
  })

  it.each([
    ['01-Feb', ['1/2', '2/1', '01-Feb']],
    ['Jan-32', ['1/32', 'Jan-32']],
    ['1-Sept', ['1/9', '9/1', '1-Sept']],
    ['Feb-1', ['1/2', '2/1', 'Feb-1']],
    ['Feb-01', ['1/2', '2/1', 'Feb-01']],
    [`1/2/${thisYear}`, ['1/2', '2/1', `1/2/${thisYear}`]],
    [`01.02.${thisYear % 100}`, ['1/2', '2/1', `01.02.${thisYear % 100}`]],
    [`${thisYear - 1}-03-31`, ['3/31', '31/3', `${thisYear - 1}-03-31`]],
    ["'1/2", ['1/2', "'1/2"]],
    ["'-5", ['-5', "'-5"]],
    ['01:02:00', ['1:2', '01:02:00']],
    ['<br>', ['<br>']],
    ['a &lt; b&nbsp;&amp; <b>c</b>', ['a < b & c', 'a &lt; b&nbsp;&amp; <b>c</b>']],
    ['8034567890', ['08034567890', '8034567890']],
    ['1.23E+15', ['1.23E+15']],
    ['12345678901234567', ['12345678901234567']],
    ['â‚¦10', ['₦10', 'â‚¦10']],
    ['na�ve', []],
  ])('asks about %j in a text file', async (cell, suggestions) => {
    const [problem, ...others] = (await readRow({ 2: cell }))?.problems ?? []
    expect(problem).toMatchObject({ column: 'option1', suggestions })
    expect(others).toEqual([])
    expect(
      (await readRow({ 2: cell }, { corrections: [{ sheet: null, row: 2, column: 'option1', text: cell }] }))?.form,
    ).toMatchObject({ correctAnswer: 'Kano' })
  })

  it.each([
    '1 February',
    `12/11/${thisYear - 100}`,
    `${thisYear - 101}-10-01`,
    "'90s",
    '29 May',
    '12/10/1960',
    '27/05/2019',
    `31/31/${thisYear}`,
    'May',
    '10 E',
    '2026',
    '+2348034567890',
    '=',
    "'A'",
    '7:30',
    '1:2',
    'a & b < c > d',
    'ẹ̀kọ́',
    'naïve',
    '₦10',
  ])('does not doubt %j', async (cell) => {
    expect((await readRow({ 2: cell }))?.problems).toBeUndefined()
  })

  it('keeps superscript and subscript digits, and asks about those without matching characters', async () => {
    const rich = (text: string, small: string, position: string) =>
      `<is><r><t>${text}</t></r><r><rPr><vertAlign val="${position}"/></rPr><t>${small}</t></r></is>`
    const xml = sheetXml([sheetNames, row({ 2: 'A&1', 3: 'B&1', 4: 'C&1', 5: 'D&1', 6: 'Key&1' })])
      .replace('<is><t>A&amp;1</t></is>', rich('10', '2', 'superscript'))
      .replace('<is><t>B&amp;1</t></is>', rich('H', '2', 'subscript'))
      .replace('<is><t>C&amp;1</t></is>', rich('5', 'th', 'superscript'))
      .replace('<is><t>D&amp;1</t></is>', rich('10', '1/2', 'superscript'))
      .replace('<is><t>Key&amp;1</t></is>', rich('10', '2', 'superscript'))
    const [only] = (await read('a.xlsx', workbookOf(xml))).rows
    expect(only && listOptions(only.cells)).toEqual(['10²', 'H₂', '5th', '101/2'])
    expect(only?.cells.correctAnswer).toBe('10²')
    expect(only?.problems).toEqual([{ column: 'option4', reason: cellDoubts.raised, suggestions: ['10^1/2', '101/2'] }])
  })

  it('that is an old .xls with raised letters is refused, and read with a warning if somebody can look', async () => {
    const bytes = fixture('plain.xls')
    // The weight of the first font, and that it is not raised.
    bytes.writeUInt16LE(1, bytes.indexOf('90010000', 'hex') + 2)
    await expect(read('a.xls', bytes)).rejects.toMatchObject({
      details: { errors: [{ message: importRefusals.lostPositions }] },
    })
    expect((await read('a.xls', bytes, {})).remarks).toEqual([fileRemarks.lostPositions])
    expect((await read('a.xls', fixture('plain.xls'))).remarks).toEqual([])
  })

  it('is read without labels of options in order and the formula of a text', async () => {
    const labelled = await readRow({ 2: 'A. Ikeja', 3: 'b) Kano', 4: '(C) Oyo', 5: 'D.  ="Jos"' })
    expect(labelled?.form).toMatchObject({ options: ['Ikeja', 'Kano', 'Oyo', '="Jos"'], correctAnswer: 'Kano' })
    expect(labelled?.readings[0]).toEqual({ column: 'option1', cell: 'A. Ikeja', readAs: 'Ikeja' })
    expect((await readRow({ 2: '="0803"', 6: 'Choice A' }))?.form).toMatchObject({ correctAnswer: '0803' })
    const others = ['A. Ikeja', 'A. Kano', 'C. Oyo', 'D. Jos']
    expect(
      (await readRow({ 2: 'A. Ikeja', 3: 'A. Kano', 4: 'C. Oyo', 5: 'D. Jos', 6: 'A. Kano' }))?.form?.options,
    ).toEqual(others)
  })

  it('asks about an answer that is the label of one option and the text of another', async () => {
    const numbered = { 2: '1. 2', 3: '2. 3', 4: '3. 4', 5: '4. 1' }
    const lettered = { 2: 'A. C', 3: 'B. D', 4: 'C. A', 5: 'D. B' }
    for (const [cells, answer, suggestions] of [
      [numbered, '2', ['3', '2']],
      [lettered, 'a', ['C', 'A']],
    ] as const)
      expect((await readRow({ ...cells, 6: answer }))?.problems).toMatchObject([
        { column: 'correctAnswer', suggestions },
      ])
    expect((await readRow({ ...lettered, 6: 'A. C' }))?.form?.correctAnswer).toBe('C')
    expect((await readRow({ 2: 'A. 2', 3: 'B. 3', 4: 'C. 4', 5: 'D. 1', 6: '2' }))?.form?.correctAnswer).toBe('2')
  })

  it('asks about an answer without the marks of its option', async () => {
    const suggestions = ['Ụlọ']
    for (const answer of ['ULO', 'ụlọ.'])
      expect((await readRow({ 2: 'Ụlọ', 6: answer }))?.problems).toMatchObject([
        { column: 'correctAnswer', suggestions },
      ])
  })

  it('leaves hidden rows out and counts them', async () => {
    const file = await read('hidden-row.xlsx', fixture('hidden-row.xlsx'))
    expect(file.rows.map(({ row: number, cells }) => [number, cells.question])).toEqual([[2, 'Shown?']])
    expect(file.sheets).toMatchObject([{ hiddenRows: 1, hiddenColumns: [] }])
  })

  it.each(['width="0" hidden="1"', 'width="0" customWidth="1"'])('leaves hidden columns out: %s', async (hidden) => {
    const names = [...sheetNames, 'explanation']
    const xml = sheetXml([names, [...row(), 'A draft.']]).replace(
      '<sheetData>',
      `<cols><col min="9" max="9" ${hidden}/></cols><sheetData>`,
    )
    const file = await read('a.xlsx', workbookOf(xml))
    expect(file.rows[0]?.form).not.toHaveProperty('explanation')
    expect(file.sheets).toMatchObject([{ hiddenRows: 0, hiddenColumns: ['I'] }])
  })

  it('in OpenDocument format leaves filtered rows and columns out, and keeps superscript digits', async () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
    const line = (cells: string[], attributes = '') =>
      `<table:table-row${attributes}>${cells.map(cell).join('')}</table:table-row>`
    const style = `<office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style></office:automatic-styles>`
    const raised = row({ 2: '10<text:span text:style-name="T1">2</text:span>' })
    const columns =
      '<table:table-column table:number-columns-repeated="8"/><table:table-column table:visibility="collapse"/>'
    const table = `<table:table table:name="a">${columns}${line([...sheetNames, 'explanation'])}${line(row({ 1: 'Hidden?' }), ' table:visibility="filter"')}${line([...raised, 'Draft.'])}</table:table>`
    const file = await read('a.ods', odsOf(style + table))
    expect(file.rows.map(({ cells }) => [cells.question, cells.option1, cells.explanation])).toEqual([
      ['Where?', '10²', ''],
    ])
    expect(file.sheets).toMatchObject([{ hiddenRows: 1, hiddenColumns: ['I'] }])
  })

  it('accepts lines with two different endings', async () => {
    const file = await read('two-line-ends.csv', fixture('two-line-ends.csv'))
    expect(file.rows.map(({ row: number, cells, problems }) => [number, cells.question, problems])).toEqual([
      [2, 'A1?', undefined],
      [3, 'A2?', undefined],
    ])
  })
})

describe('a file that does not state its encoding', () => {
  it('that is UTF-8 except for one byte has one bad row, which names the byte', async () => {
    const file = await read('one-foreign-byte.csv', fixture('one-foreign-byte.csv'))
    expect(file.rows[0]?.form?.options).toEqual(['₦10', '₦20', '₦30', '₦40'])
    expect(file.rows[1]?.problems).toEqual([
      { column: 'question', reason: cellDoubts.foreignByte('92'), suggestions: ['What isn’t kind?'] },
    ])
  })

  it.each([
    ['Windows-1252', Buffer.from(csv({ 2: 'né' }), 'latin1')],
    ['UTF-16', Buffer.from(csv({ 2: 'né' }), 'utf16le')],
  ] as const)('and is guessed to be %s is refused, or shown until the guess is confirmed', async (encoding, bytes) => {
    await expect(read('a.csv', bytes)).rejects.toMatchObject({
      details: { errors: [{ message: importRefusals.unknownEncoding }] },
    })
    expect((await read('a.csv', bytes, {})).guess).toEqual({ encoding, samples: ['né'] })
    expect(await read('a.csv', bytes, { encoding })).toMatchObject({
      guess: null,
      rows: [{ cells: { option1: 'né' } }],
    })
  })

  it('is not guessed if it has a UTF-16 byte order mark', async () => {
    const bytes = Buffer.from(`\uFEFF${csv({ 2: 'né' })}`, 'utf16le')
    expect((await read('a.csv', bytes)).rows[0]?.cells.option1).toBe('né')
  })
})

describe('headers as people write them', () => {
  const rows = [row()]
  it.each([
    ['Video,Question Text,Option A,Option B,Option C,Option D,Answer,Age'],
    ['Title,Question,A,B,C,D,Key,Category'],
    ['VIDEO TITLE*,Question (max 500 letters),Answer 1,Answer 2,Answer 3,Answer 4,Correct Answer (A-D),Age group'],
    [
      '\uFEFFVideo name,Question:,Option 1 (required),Option (B),[Option C],Opt. D,Correct answer(s) - one letter,Ages [5-10]',
    ],
    ['Title of the video,Questions,1,2,3,4,Right answer,Age range'],
    ['Film title,1. Question,1st option,2nd option,3rd option,4th option,Correct letter,Age bracket'],
  ])('%s are recognised', async (names) => {
    const file = await read('a.csv', csvOf(rows, ',', names.split(',')))
    expect(file.rows[0]?.form).toMatchObject({ question: 'Where?', correctAnswer: 'Kano', ageCategory: '11-20' })
    expect(file.sheets).toMatchObject([{ ignoredColumns: [] }])
  })

  it('may span two rows', async () => {
    const xml = sheetXml([
      ['Video', 'Question', 'Options', '', '', '', 'Answer', 'Age'],
      ['', '', 'A', 'B', 'C', 'D', '', ''],
      row({ 2: 'A', 3: 'B', 4: 'C', 5: 'D', 6: 'B' }),
    ])
    expect((await read('a.xlsx', workbookOf(xml))).rows.map((one) => [one.row, one.form?.correctAnswer])).toEqual([
      [3, 'B'],
    ])
  })

  it('may have a cell below that is also a name of a column', async () => {
    const file = await read('a.csv', csvOf([[...row(), 'Why']], ',', [...sheetNames, 'Remark']))
    expect(file.rows.map((one) => one.row)).toEqual([2])
  })

  it('that are unknown are asked about, and read as chosen', async () => {
    const names = ['Film', 'Ajụjụ', 'A', 'B', 'C', 'D', 'Azịza', 'Afọ']
    const bytes = csvOf(rows, ',', names)
    await expect(read('a.csv', bytes)).rejects.toMatchObject({
      details: {
        errors: [
          {
            message: importRefusals.missingColumns(['question', 'correctAnswer', 'ageCategory']),
          },
        ],
      },
    })
    const asked = await read('a.csv', bytes, {})
    expect(asked.rows).toEqual([])
    expect(asked.columns[1]).toEqual({ header: 'Ajụjụ', column: null, samples: ['Where?'] })
    expect(asked.missing).toContain('question')
    const columns = { Ajụjụ: 'question', Azịza: 'correctAnswer', Afọ: 'ageCategory' } as const
    expect((await read('a.csv', bytes, { columns })).rows[0]?.form).toMatchObject({ question: 'Where?' })
  })

  it('without video and age category are read for one video and category', async () => {
    const names = ['Question', 'A', 'B', 'C', 'D', 'Answer']
    const bytes = csvOf([row().slice(1, 7)], ',', names)
    expect((await read('a.csv', bytes, {})).missing).toEqual(['videoTitle', 'ageCategory'])
    const file = await read('a.csv', bytes, { videoTitle: title, ageCategory: '5-10' })
    expect(file.rows[0]?.form).toMatchObject({ videoTitle: title, ageCategory: '5-10' })
  })

  it('with a byte that is not UTF-8 are asked about, and a table with bars is read', async () => {
    const names = ['video', 'question', 'A', 'B', 'C', 'D', 'answer', 'age']
    const bytes = csvOf([row({ 2: 'ẹ' })], ',', names)
    const broken = Buffer.concat([Buffer.from(bytes.slice(0, 14)), Buffer.from([0x92]), Buffer.from(bytes.slice(14))])
    await expect(read('a.csv', broken)).rejects.toMatchObject({
      details: { errors: [{ message: importRefusals.missingColumns(['question']) }] },
    })
    expect((await read('a.csv', csvOf(rows, '|', names))).rows[0]?.form).toMatchObject({ correctAnswer: 'Kano' })
  })

  it('that lost letters are named if nothing else says what they are, and a direct call is refused', async () => {
    const names = [...sheetNames, 'Expl\x92nation', 'N\xC3\xA9w', 'Notes']
    const bytes = Buffer.from(csvOf([[...row({ 2: '\xE2\x82\xA6' }), 'Why', '', 'x']], ',', names), 'latin1')
    await expect(read('a.csv', bytes)).rejects.toMatchObject({
      details: { errors: [{ message: importRefusals.unreadableHeader('I1') }] },
    })
    const asked = await read('a.csv', bytes, {})
    expect([asked.rows.length, asked.remarks]).toEqual([1, [fileRemarks.unreadableHeader('I1')]])
    const columns = { 'Expl\uFFFDnation': 'explanation' } as const
    const chosen = await read('a.csv', bytes, { columns })
    expect([chosen.rows[0]?.form?.explanation, chosen.remarks]).toEqual(['Why', []])
    const mixedUp = csvOf([[...row(), 'Why']], ',', [...sheetNames, 'Explanation â€“ if any'])
    await expect(read('a.csv', mixedUp)).rejects.toMatchObject({
      details: { errors: [{ message: importRefusals.unreadableHeader('I1') }] },
    })
  })

  it('with the time when a form was sent are not moments, and a moment is a time', async () => {
    const names = [...sheetNames, 'Timestamp', 'Moment']
    const file = await read('a.csv', csvOf([[...row(), '11/29/2026 10:00:00', '1:05']], ',', names))
    expect(file.rows[0]?.form?.momentSeconds).toBe(65)
  })

  it('like a subject and a number are no age category and no question next to surer ones', async () => {
    const names = ['Q', 'Category', 'Video', 'Question', 'A', 'B', 'C', 'D', 'Answer', 'Age']
    const file = await read('a.csv', csvOf([['1', 'Maths', ...row()]], ',', names))
    expect(file.rows[0]?.form).toMatchObject({ question: 'Where?', ageCategory: '11-20' })
    expect(file.sheets).toMatchObject([{ ignoredColumns: ['Q', 'Category'] }])
  })

  it('with question numbers are not questions, because a question’s text is never only a number', async () => {
    const names = ['Question #', 'Video', 'Question Text', 'Option #1', 'B', 'C', 'D', 'Correct Answer #', 'Age']
    const file = await read('a.csv', csvOf([['1', ...row()]], ',', names))
    expect(file.rows[0]?.form?.question).toBe('Where?')
    expect((await readRow({ 1: '12.' }))?.problems).toEqual([{ column: 'question', reason: rowProblems.onlyNumber }])
  })

  it('named twice are asked about, unless one is named as in the template', async () => {
    const twice = [...sheetNames.slice(0, 6), 'Answer', 'ageCategory', 'Key']
    const both = await read('a.csv', csvOf([[...row(), 'Jos']], ',', twice), {})
    expect([both.missing, both.rows]).toEqual([['correctAnswer'], []])
    const exact = await read('a.csv', csvOf([[...row(), 'Jos']], ',', [...sheetNames, 'Key']))
    expect(exact.rows[0]?.form?.correctAnswer).toBe('Kano')
  })
})

describe('a question with two or three options', () => {
  it('says what to do', async () => {
    for (const [first, second] of [
      ['True', 'False'],
      ['F', 'T'],
      ['Right', 'Wrong'],
    ] as const)
      expect((await readRow({ 2: first, 3: second, 4: '', 5: '', 6: first }))?.problems).toEqual([
        { column: 'option3', reason: rowProblems.trueOrFalse },
        { column: 'option4', reason: 'Enter option D.' },
      ])
    expect((await readRow({ 5: '' }))?.problems).toEqual([{ column: 'option4', reason: rowProblems.threeOptions }])
  })
})
