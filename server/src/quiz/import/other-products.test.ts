// Tests files from other products, written according to their public templates, and files without questions.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importRefusals } from '@baobab/contract/quiz/import-text.ts'
import type { ImportSettings } from '@baobab/contract/quiz/question-import.ts'
import { read as readWorkbook, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { sheetXml, workbookOf, zipOf } from '../../../test/spreadsheets.ts'
import { readQuestionFile } from '../../../test/question-files.ts'
import { readFile } from './child/read-file.ts'
import { annotatedWorkbook } from './child/write-workbook.ts'
import { isAiken, readAiken } from './child/products/aiken.ts'
import { isGift, readGift } from './child/products/gift.ts'
import { readMoodleXml } from './child/products/moodle-xml.ts'
import { toChoice, type QuestionFile } from './read-spreadsheet.ts'

const folder = mkdtempSync(join(tmpdir(), 'baobab-products-'))
afterAll(() => rmSync(folder, { recursive: true }))

const wholeFile = { videoTitle: 'Two Buckets, One Well', ageCategory: '11-20' } as const

const read = (name: string, bytes: string | Buffer, settings: ImportSettings = wholeFile) =>
  readQuestionFile({ name, bytes }, settings)
const listForms = ({ rows }: QuestionFile) =>
  rows.map(({ row, form, problems }) => ({
    row,
    problems,
    question: form?.question,
    options: form?.options,
    answer: form?.correctAnswer,
  }))
const refusalOf = (name: string, bytes: string | Buffer) =>
  read(name, bytes).then(
    () => 'no refusal',
    (error: { details?: { errors?: { message: string }[] } }) => JSON.stringify(error),
  )

const good = (row: number, question: string, options: string[], answer: string) => ({
  row,
  problems: undefined,
  question,
  options,
  answer,
})

describe('a Kahoot template', () => {
  const header = [
    '',
    'Question - max 120 characters',
    'Answer 1 - max 75 characters',
    'Answer 2 - max 75 characters',
    'Answer 3 - max 75 characters',
    'Answer 4 - max 75 characters',
    'Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs',
    'Correct answer(s) - choose at least one',
  ]
  const rows = [['Quiz template'], ['Add questions, at least two answer alternatives'], [], header]
  const kahoot = workbookOf(
    sheetXml([
      ...rows,
      ['1', 'How many legs has a spider?', '3', '2', '4', '8', '20', '4'],
      ['2', 'Which is third?', '2', '3', '4', '5', '20', '3'],
      ['3', 'Is it?', 'True', 'False', '', '', '20', '1'],
      ['4', 'Which two?', 'a', 'b', 'c', 'd', '30', '1,3'],
      ['5', '', '', '', '', '', '20', ''],
    ]),
  )

  it('identifies answers by number, even among numbers, and other questions are reported as left out', async () => {
    const file = await read('kahoot.xlsx', kahoot)
    expect(listForms(file)).toEqual([
      good(5, 'How many legs has a spider?', ['3', '2', '4', '8'], '8'),
      good(6, 'Which is third?', ['2', '3', '4', '5'], '4'),
    ])
    expect(file.remarks).toEqual([
      'Row 7 was left out: a question needs exactly four options.',
      'Row 8 was left out: a question needs exactly one correct answer.',
    ])
  })

  it('needs a video and an age category, which it does not contain', async () => {
    await expect(read('kahoot.xlsx', kahoot, {})).resolves.toMatchObject({ missing: ['videoTitle', 'ageCategory'] })
  })
})

it.each([
  ['Blooket', ['Question #', 'Question Text', ...[1, 2, 3, 4].map((n) => `Answer ${n}\n(Optional)`)]],
  ['Kahoot with shorter names', ['', 'Question', 'Answer 1', 'Answer 2', 'Answer 3', 'Answer 4']],
])('a template of %s names the answer by its number, and its first column is not a question', async (_, names) => {
  const rows = [
    ['Import Template'],
    [...names, 'Time limit', 'Correct Answer(s)'],
    ['1', 'How many?', '2', '3', '4', '1', '20', '2'],
  ]
  const file = await read('a.xlsx', workbookOf(sheetXml(rows)))
  expect(listForms(file)).toEqual([good(3, 'How many?', ['2', '3', '4', '1'], '3')])
})

it('somebody’s own table with a time limit is read as such: answers are texts, and it names its videos', async () => {
  const names = ['Question', 'Answer 1', 'Answer 2', 'Answer 3', 'Answer 4', 'Time limit', 'Correct Answer']
  const rows = [
    [...names, 'Video title', 'Age category'],
    ['How many?', '2', '3', '4', '5', '20', '3', wholeFile.videoTitle, '5-10'],
  ]
  const [own] = (await read('a.xlsx', workbookOf(sheetXml(rows)), {})).rows
  expect(own?.form).toMatchObject({ videoTitle: wholeFile.videoTitle, ageCategory: '5-10', correctAnswer: '3' })
  const file = await read(
    'a.xlsx',
    workbookOf(sheetXml([names, ['Who?', 'Ada', 'Bola', 'Chidi', 'Dan', '20', 'Bola']])),
  )
  expect(listForms(file)).toEqual([good(2, 'Who?', ['Ada', 'Bola', 'Chidi', 'Dan'], 'Bola')])
})

it('a template of Quizizz is read without its explanations, and other kinds are named as left out', async () => {
  const header = [
    'Question Text',
    'Question Type',
    'Option 1',
    'Option 2',
    'Option 3',
    'Option 4',
    'Option 5',
    'Correct Answer',
    'Time in seconds',
    'Image Link',
    'Answer explanation',
  ]
  const rows = [
    [
      'Text of the question\n\n(required)',
      'Question Type\n\n(default is Multiple Choice)',
      'Text for option 1\n\n(required)',
      'Text for option 2',
      '',
      '',
      '',
      'The correct option choice (between 1-5).',
    ],
    ['Who told the truth?', 'Multiple Choice', 'Ada', 'Bola', 'Chidi', 'Dan', '', '2', '30', '', 'Bola never lies.'],
    ['Without a kind?', '', 'Ada', 'Bola', 'Chidi', 'Dan', '', '4', '30'],
    ['Five?', 'Multiple Choice', 'a', 'b', 'c', 'd', 'e', '5', '30'],
    ['Several?', 'Checkbox', 'a', 'b', 'c', 'd', '', '1,2', '30'],
    ['Write?', 'Open-Ended', '', '', '', '', '', '', '30'],
    ['Seen?', 'Multiple Choice', 'a', 'b', 'c', 'd', '', '1', '30', 'https://example.com/a.png'],
  ]
  const file = await read('quizizz.xlsx', workbookOf(sheetXml([header, ...rows])))
  expect(listForms(file)).toEqual([
    good(3, 'Who told the truth?', ['Ada', 'Bola', 'Chidi', 'Dan'], 'Bola'),
    good(4, 'Without a kind?', ['Ada', 'Bola', 'Chidi', 'Dan'], 'Dan'),
  ])
  expect(file.rows[0]?.form?.explanation).toBe('Bola never lies.')
  expect(file.remarks).toEqual([
    'Row 5 was left out: a question needs exactly four options.',
    'Row 6 was left out: a question needs exactly one correct answer.',
    'Row 7 was left out: only multiple choice can be imported.',
    'Row 8 was left out: pictures and sounds cannot be imported from a file.',
  ])
})

const gift = String.raw`// A comment with {=braces}
$CATEGORY: $course$/Wells

::Buckets:: Who told the truth? {
  =Bola #Well done
  ~Ada, the \~ twin
  ~Chidi
  ~%0%Dan
  ####Bola never lies.
}

True? {T}

[html]<p>What is 10<sup>2</sup> &amp; more?</p>{~10 ~102 =100 ~1,000}

Match {=a -> b =c -> d =e -> f}

Two right? {~%50%a ~%50%b ~c ~d}

Broken {=a ~b

Three? {=a ~b ~c}

True or not? {F}
`

it('a GIFT file is read with escapes, comments and HTML, and one bad question does not stop the others', async () => {
  const file = await read('wells.gift', gift.replaceAll('\n', '\r\n'))
  expect(listForms(file)).toEqual([
    good(1, 'Who told the truth?', ['Bola', 'Ada, the ~ twin', 'Chidi', 'Dan'], 'Bola'),
    good(3, 'What is 10² & more?', ['10', '102', '100', '1,000'], '100'),
  ])
  expect(file.rows[0]?.form?.explanation).toBe('Bola never lies.')
  expect(file.remarks).toEqual([
    'Questions 2 and 8 were left out: a true-or-false question has two options, and a question needs four.',
    'Question 4 was left out: only multiple choice can be imported.',
    'Question 5 was left out: a question needs exactly one correct answer.',
    'Question 6 was left out: we could not read the text.',
    'Question 7 was left out: a question needs exactly four options.',
  ])
})

it('a GIFT file with bad rows can be downloaded as a sheet with columns and reasons', async () => {
  const path = join(folder, 'marked.gift')
  writeFileSync(path, 'Who? {=Ada ~Ada ~Chidi ~Dan}')
  const file = await readFile({ path, name: 'marked.gift' }, toChoice(wholeFile))
  const book = readWorkbook(annotatedWorkbook(file, [{ sheet: null, row: 1, reason: 'Equal.' }]))
  const [sheet = {}] = Object.values(book.Sheets)
  const rows = utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' })
  expect(rows.map((cells) => [cells[1], cells.at(-1)])).toEqual([
    ['question', 'reason'],
    ['Who?', 'Equal.'],
  ])
})

it('an Aiken file is read', async () => {
  const aiken =
    'Who told\nthe truth?\nA. Ada\nB) Bola\nC. Chidi\nD. Dan\nANSWER: B\n\nTwo?\nA. a\nB. b\nANSWER: A\n\nWrong?\nA. a\nB. b\nC. c\nD. d\nANSWER: E\n\nNo answer?\nA. a\nB. b\nC. c\nD. d\n'
  const file = await read('wells.txt', `\ufeff${aiken}`)
  expect(listForms(file)).toEqual([good(1, 'Who told the truth?', ['Ada', 'Bola', 'Chidi', 'Dan'], 'Bola')])
  expect(file.remarks).toEqual([
    'Question 2 was left out: a question needs exactly four options.',
    'Questions 3 and 4 were left out: we could not read the text.',
  ])
})

it('an Aiken file is read as people type it', async () => {
  const typed =
    '1. Who told\n\nthe truth?\n\na) Ada\n\nB) Bola\n(c) Chidi\nd. Dan\nANSWER:b\n2) 1. What?\nA)a\nB)b\nC)c\nD)d\nCorrect answer: c) C\nWhich?\nA) a\nB) b\nC) c\nD) d\nAns: B. Bola\n'
  const file = await read('wells.txt', typed)
  expect(listForms(file)).toEqual([
    good(1, 'Who told the truth?', ['Ada', 'Bola', 'Chidi', 'Dan'], 'Bola'),
    good(2, '1. What?', ['a', 'b', 'c', 'd'], 'c'),
  ])
  expect(file.remarks).toEqual(['Question 3 was left out: we could not read the text.'])
})

it('an Aiken file keeps the numbers that its questions begin with', () => {
  const options = 'A. a\nB. b\nC. c\nD. d\nANSWER: B\n'
  const texts = [
    '1.5 + 1 = ?',
    '2:4 is the same as',
    '3 : 6 is the same as',
    'Q4: 5 + 3 = ?',
    '5. 5 + 3 = ?',
    '6: What?',
  ]
  const file = readAiken(texts.map((text) => `${text}\n${options}`).join('\n'))
  expect(file.map(({ question }) => question)).toEqual([...texts.slice(0, 3), '5 + 3 = ?', '5 + 3 = ?', 'What?'])
})

const answerXml = (text: string, fraction = 0) =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text><feedback><text>No</text></feedback></answer>`
const questionXml = (type: string, text: string, rest: string) =>
  `<question type="${type}"><name><text>n</text></name><questiontext format="html"><text>${text}</text></questiontext>${rest}</question>`
const four = [answerXml('<p>Ada</p>'), answerXml('Bola &amp; co', 100), answerXml('Chidi'), answerXml('Dan')].join('')
const quizXml = (...questions: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n<question type="category"><category><text>$course$/top</text></category></question>\n${questions.join('\n')}</quiz>`

it('a Moodle XML file is read with HTML, and other kinds are reported as left out', async () => {
  const xml = quizXml(
    questionXml(
      'multichoice',
      '<![CDATA[<p>Who told the <b>truth</b>, Ad&eacute; or &Ntilde;ata&nbsp;?</p>]]>',
      `<generalfeedback><text>Bola never lies.</text></generalfeedback><single>true</single>${four}`,
    ),
    questionXml('truefalse', 'Is it?', answerXml('true', 100) + answerXml('false')),
    questionXml('multichoice', 'Which?', `<single>false</single>${four}`),
    questionXml('multichoice', '&lt;img src="@@PLUGINFILE@@/a.png"&gt;Seen?', `<single>true</single>${four}`),
    questionXml('essay', 'Write.', ''),
  )
  const file = await read('wells.xml', xml)
  expect(listForms(file)).toEqual([
    good(1, 'Who told the truth, Adé or Ñata ?', ['Ada', 'Bola & co', 'Chidi', 'Dan'], 'Bola & co'),
  ])
  expect(file.rows[0]?.form?.explanation).toBe('Bola never lies.')
  expect(file.remarks.map((sentence) => sentence.slice(0, 22))).toEqual([
    'Question 2 was left ou',
    'Question 3 was left ou',
    'Question 4 was left ou',
    'Question 5 was left ou',
  ])
})

describe('a hostile file from another product', () => {
  it.each([
    [
      'entities that expand',
      `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><quiz>${questionXml('multichoice', '&b;', four)}</quiz>`,
    ],
    ['an unknown entity', quizXml(questionXml('multichoice', '&b;', four))],
    ['deep nesting', `<quiz>${'<a>'.repeat(100_000)}`],
    ['an element that does not end', quizXml(questionXml('multichoice', '<b>Which?', four))],
  ])('U-17 with %s is refused', async (_, xml) => {
    expect(await refusalOf('a.xml', xml)).toContain(importRefusals.damaged)
  })

  it('U-17 with any text is read in time linear in its length, without an error', { timeout: 10_000 }, () => {
    for (const text of [
      '{'.repeat(50_000),
      `a {${'=a ~b '.repeat(20_000)}`,
      '\\'.repeat(50_000),
      'A. a\n'.repeat(50_000),
      '{ '.repeat(50_000),
      `x${'\r'.repeat(100_000)}`,
    ]) {
      expect(readGift(text).length).toBeLessThanOrEqual(1)
      expect([typeof isGift(text), typeof isAiken(text)]).toEqual(['boolean', 'boolean'])
      expect(readAiken(text).length).toBeLessThanOrEqual(50_000)
    }
    const word = fc.constantFrom(
      '{',
      '}',
      '=',
      '~',
      'a',
      '\n',
      '\n\n',
      '#',
      '%50%',
      '::',
      '->',
      'A. ',
      'ANSWER: A',
      '\\',
      '//',
    )
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
        (text) => {
          expect(Array.isArray(readGift(text)) && Array.isArray(readAiken(text))).toBe(true)
          expect(typeof isAiken(text)).toBe('boolean')
        },
      ),
    )
    expect(readMoodleXml('<quiz></quiz>')).toEqual([])
  })
})

describe('a file without questions is refused, saying what it looks like', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  it.each<[string, Parameters<typeof importRefusals.otherKind>[0], string | Buffer]>([
    ['a.csv', 'pdf', '%PDF-1.4\nendobj'],
    ['a.docx', 'word', zipOf([{ name: 'word/document.xml', bytes: Buffer.from('<a/>') }])],
    ['a.pptx', 'slides', zipOf([{ name: 'ppt/presentation.xml', bytes: Buffer.from('<a/>') }])],
    ['a.xlsx', 'archive', zipOf([{ name: 'questions.csv', bytes: Buffer.from('a,b') }])],
    ['a.xlsx', 'archive', bytes('Rar!\x1a\x07\x01')],
    ['a.csv', 'picture', bytes('\xff\xd8\xff\xe0\0\x10JFIF')],
    ['a.csv', 'picture', bytes('\0\0\0\x18ftypheic')],
    ['a.csv', 'media', bytes('\0\0\0\x18ftypisom')],
    ['a.xls', 'html', '<html><table><tr><td>Question</td></tr></table></html>'],
    ['a.csv', 'html', '\ufeff<!DOCTYPE html>\n<p>Question</p>'],
    ['a.xml', 'xml', '<?xml version="1.0"?><rss></rss>'],
    ['a.csv', 'json', '{"question": "Who?", "options": ["a", "b"]}'],
    ['a.txt', 'rtf', String.raw`{\rtf1\ansi Question}`],
    ['a.csv', 'empty', ' \r\n\r\n'],
  ])('%s: %s', async (name, kind, file) => {
    expect(await refusalOf(name, file)).toContain(importRefusals.otherKind(kind))
  })

  it('questions of only other kinds do not count as questions', async () => {
    expect(await refusalOf('a.txt', 'True? {T}\n')).toContain(importRefusals.noFourOptions)
  })

  it('a table with braces is a table', async () => {
    const table =
      'videoTitle,question,option1,option2,option3,option4,correctAnswer,ageCategory\nV,What is {=x}?,a,b,c,d,a,11-20\n'
    expect((await read('a.csv', table, {})).rows).toHaveLength(1)
  })
})
