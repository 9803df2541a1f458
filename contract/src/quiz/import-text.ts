// Sentences about question files, for server and pages. Without schemas, so that the process that parses files starts
// fast.
import { fileKindNames, type FileKind } from '../kernel/files.ts'
import { importColumns, type ImportColumn } from './import-columns.ts'
import { QUESTION_FILE_ROWS } from './rules.ts'

/** The names of the columns on the page and in sentences, where options have letters. */
export const columnLabels: Record<ImportColumn, string> = {
  videoTitle: 'Video title',
  question: 'Question',
  option1: 'Option A',
  option2: 'Option B',
  option3: 'Option C',
  option4: 'Option D',
  correctAnswer: 'Correct answer',
  ageCategory: 'Age category',
  explanation: 'Explanation',
  moment: 'Moment',
}

const listLabels = (columns: readonly ImportColumn[]) => columns.map((column) => columnLabels[column]).join(', ')

/** Why a whole file is refused. */
export const importRefusals = {
  notASpreadsheet: 'This is not a spreadsheet that we can read. Please use .xlsx, .xls, .ods or .csv.',
  otherKind: (kind: FileKind) =>
    `This looks like ${kind === 'xml' ? 'XML, but not Moodle XML' : fileKindNames[kind]}, and we cannot read questions from it. Please use .xlsx, .xls, .ods or .csv, or GIFT, Aiken or Moodle XML.`,
  noFourOptions: 'This file has no multiple-choice question with four options and one correct answer.',
  wrongExtension:
    'This file is named like a workbook but holds plain text. Please save it as a workbook, or name it .csv.',
  password: 'This file is protected by a password. Please save it without one and try again.',
  damaged: 'This file is damaged. Please open it, save it again and try once more.',
  tooExpensive:
    'This file takes too much time or memory to read. Please copy the questions into a new sheet and try again.',
  formulas: 'We cannot read the formulas in this file. Please copy the cells, paste them as values and try again.',
  tooLarge: 'A spreadsheet can be at most 5 MB.',
  tooManyRows: `A spreadsheet can have at most ${QUESTION_FILE_ROWS.toLocaleString('en-GB')} rows of questions.`,
  noRows: 'There are no questions below the column names.',
  noColumns: `No sheet in this file has the columns ${listLabels(importColumns)}.`,
  missingColumns: (columns: readonly ImportColumn[]) => `Missing columns: ${listLabels(columns)}.`,
  duplicateColumns: (columns: readonly ImportColumn[]) => `Columns that appear more than once: ${listLabels(columns)}.`,
  brokenQuotes: (row: number) => `Row ${row}: a quotation mark is not closed, or is in the middle of a cell.`,
  lostPositions:
    'This .xls has superscript or subscript characters, which we would read as ordinary ones: 10² as 102. Please save it as .xlsx.',
  unreadableHeader: (cell: string) =>
    `The column name in cell ${cell} lost letters when the file was saved. Please correct it and save the file as “CSV UTF-8”.`,
  unknownEncoding:
    'This file does not say how its letters are stored, and we would have to guess. Please save it as “CSV UTF-8”, or upload it on the page “Upload a spreadsheet”, where you can check the letters.',
} as const

/** What a preview says about a file that is read. */
export const fileRemarks = {
  lostPositions:
    'This .xls has superscript or subscript characters, which we read as ordinary ones: 10² as 102. Check them below, or save the file as .xlsx and choose it again.',
  unreadableHeader: (cell: string) =>
    `The column name in cell ${cell} lost letters when the file was saved, so we do not read this column. If you need it, choose below what it contains.`,
} as const

/** Why a question in a file of another product is left out. */
const leftOutQuestions = {
  kind: 'only multiple choice can be imported.',
  trueOrFalse: 'a true-or-false question has two options, and a question needs four.',
  options: 'a question needs exactly four options.',
  answers: 'a question needs exactly one correct answer.',
  picture: 'pictures and sounds cannot be imported from a file.',
  unreadable: 'we could not read the text.',
} as const
export type LeftOutQuestion = keyof typeof leftOutQuestions

/** Names the questions that were left out for one reason, by their numbers or rows. */
export function questionsLeftOut(
  unit: 'Question' | 'Row',
  reason: LeftOutQuestion,
  numbers: readonly number[],
): string {
  const named = new Intl.ListFormat('en', { type: 'conjunction' }).format(numbers.map(String)).replace(', and', ' and')
  const subject = numbers.length === 1 ? `${unit} ${named} was` : `${unit}s ${named} were`
  return `${subject} left out: ${leftOutQuestions[reason]}`
}

/** Why a sheet is left out while others are read. */
export const sheetLeftOutReasons = {
  hidden: 'It is hidden.',
  noColumns: 'It has no row of column names.',
  missingColumns: importRefusals.missingColumns,
  duplicateColumns: importRefusals.duplicateColumns,
} as const

/** The location of a row. The sheet is only named if several sheets of the file are read. */
export type RowPlace = { sheet: string | null; row: number }

function formatRow({ sheet, row }: RowPlace): string {
  return sheet === null ? `Row ${row}` : `Row ${row} of “${sheet}”`
}

/** What is wrong with a cell or a row, and what its author may have meant. */
type Problem = { reason: string; suggestions?: readonly string[] | undefined }

/** Formats a problem as plain text, with the suggestions that its reason does not name (the page shows these as buttons). */
export function formatProblem({ reason, suggestions = [] }: Problem): string {
  const others = suggestions.filter((one) => !reason.includes(one)).map((one) => `“${one}”`)
  if (others.length === 0) return reason
  return `${reason} Did you mean ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(others)}?`
}

/** Formats the problem of one row for an error message. */
export function formatRowError({ sheet, row, ...problem }: RowPlace & Problem): string {
  return `${formatRow({ sheet, row })}: ${formatProblem(problem)}`
}

/** What to do about an empty cell. */
export const emptyCells: Record<ImportColumn, string> = {
  videoTitle: 'Enter the video title.',
  question: 'Enter the question.',
  option1: 'Enter option A.',
  option2: 'Enter option B.',
  option3: 'Enter option C.',
  option4: 'Enter option D.',
  correctAnswer: 'Enter the correct answer.',
  ageCategory: 'Enter the age category: 5-10 or 11-20.',
  explanation: 'Enter the explanation.',
  moment: 'Enter the moment.',
}

/** Why a row is refused, in addition to the messages of the question form. */
export const rowProblems = {
  ageCategory: 'The age category must be 5-10 or 11-20.',
  onlyNumber: 'This is only the number of a question. Enter the question, or choose its column above.',
  cellError: 'This cell shows a spreadsheet error.',
  tooManyCells: 'This row has more cells than there are columns. Put cells with commas in quotation marks.',
  trueOrFalse: 'This is a true-or-false question. A question needs four options: add two more, or leave this row out.',
  threeOptions: 'This question has three options, and a question needs four. Enter option D, or leave this row out.',
  ambiguousAnswer: (answer: string) => `It is not clear which option “${answer}” means.`,
  differsFromStored: 'This video already has this question with other options or another answer.',
  differsFromRow: (row: RowPlace) =>
    `${formatRow(row)} already has this question with other options or another answer.`,
} as const

/** Why a cell may not show what its author wrote. */
export const cellDoubts = {
  date: (shown: string) => `“${shown}” may be a fraction that a spreadsheet program turned into a date.`,
  zero: (shown: string) => `A spreadsheet program may have dropped the zero at the start of “${shown}”.`,
  apostrophe: (shown: string) =>
    `The apostrophe at the start of “${shown}” may be there only to mark the cell as text.`,
  time: (shown: string) => `“${shown}” may be a ratio that a spreadsheet program turned into a time.`,
  webPage: 'This cell contains web page code.',
  digits: (shown: string) => `A spreadsheet program may have changed digits in “${shown}”.`,
  raised: 'Part of this cell is superscript or subscript, and we cannot keep that.',
  foreignByte: (byte: string) => `The byte ${byte} in this cell is not UTF-8, so we do not know which letter it is.`,
  lostCharacter: 'A letter in this cell was lost when the file was saved.',
  wrongEncoding: (shown: string) => `“${shown}” has letters that a program seems to have mixed up.`,
} as const
