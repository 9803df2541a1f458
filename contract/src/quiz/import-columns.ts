// The columns, sheets and encodings of a question file, and the names that people use for the columns. Contains no schemas, so that
// the program that parses files starts fast.
import { normalizeText } from '../kernel/text.ts'

/** The columns of a question file, in the order of the template. A file may have them in any order and case. */
export const importColumns = [
  'videoTitle',
  'question',
  'option1',
  'option2',
  'option3',
  'option4',
  'correctAnswer',
  'ageCategory',
] as const
/** Columns that a file may also have. */
const optionalImportColumns = ['explanation', 'moment'] as const
/** All columns, in the order of the template. */
export const allImportColumns = [...importColumns, ...optionalImportColumns] as const
export type ImportColumn = (typeof allImportColumns)[number]
export const optionColumns = ['option1', 'option2', 'option3', 'option4'] as const
/** Columns that a file can leave out if an admin chooses one value for all its rows. */
export const columnsOfWholeFile = ['videoTitle', 'ageCategory'] as const

/** Headers are cut off after this many characters. */
export const HEADER_LENGTH = 100

/** Encodings that a file does not declare, so an admin must confirm the guess. */
export const guessedEncodings = ['UTF-16', 'Windows-1252'] as const
export type GuessedEncoding = (typeof guessedEncodings)[number]

/** The template's other sheets, which never contain questions. */
export const templateSheets = { help: 'How to fill it in', videos: 'Videos' } as const

/** Other names of the columns, by their keys. */
const synonyms: Record<ImportColumn, string> = {
  videoTitle:
    'video videoname titleofvideo titleofthevideo nameofvideo filmtitle movietitle title moralvideo movie film lesson',
  question: 'questions qn qns questiontext thequestion textofquestion q quizquestion prompt stem',
  option1: nameOption('1', 'a', 'one first 1st'),
  option2: nameOption('2', 'b', 'two second 2nd'),
  option3: nameOption('3', 'c', 'three third 3rd'),
  option4: nameOption('4', 'd', 'four fourth 4th'),
  correctAnswer:
    'answer answers key correct correctoption correctanswers correctans correctchoice rightanswer rightoption answerkey ans solution correctletter answerletter thecorrectanswer correctanswerkey',
  ageCategory: 'age ages agegroup agerange ageband agebracket agecat agecategories category group agelevel forages',
  explanation: 'explanations why answerexplanation rationale feedback',
  moment: 'moments videomoment momentinvideo momentinthevideo timeinvideo',
}

function nameOption(digit: string, letter: string, words: string): string {
  const kinds = [
    'option',
    'opt',
    'answer',
    'ans',
    'choice',
    'answeroption',
    'answerchoice',
    'possibleanswer',
    'alternative',
  ]
  const [cardinal = '', ...ordinals] = words.split(' ')
  return [
    ...kinds.flatMap((kind) => [
      `${kind}${digit}`,
      `${kind}${letter}`,
      `${kind}${cardinal}`,
      ...ordinals.map((ordinal) => ordinal + kind),
    ]),
    digit,
    letter,
  ].join(' ')
}

/** Names that count only if no other header names the column: next to "Age", "Category" may be a subject, and "Q" a number. */
const weakKeys = new Set('category group lesson q qn qns solution'.split(' '))

/** Keys that are also common cell contents: they name an option only next to names of other columns. */
const shortKey = /^[a-d1-4]$/

const byName = new Map<string, ImportColumn>(allImportColumns.map((column) => [toColumnKey(column), column]))
const bySynonym = new Map<string, ImportColumn>(
  allImportColumns.flatMap((column) => synonyms[column].split(' ').map((key): [string, ImportColumn] => [key, column])),
)

/** Returns a column name in the form used for comparison: letters and digits, in lower case. */
export function toColumnKey(name: string): string {
  return normalizeText(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns what a header may mean: all of it, or without a note in brackets, a leading number or text after a dash or colon. */
function listNames(shown: string): string[] {
  // '#' in a header means the number of a question, not its text. Headers of answers and options may contain numbers themselves.
  const header = /ans|option|choice|key/i.test(shown) ? shown : shown.replace(/#(?!\s*\d)/g, ' number ')
  const bare = header.replace(/\([^)]*\)|\[[^\]]*\]|\{[^}]*\}/g, ' ')
  return [header, bare, bare.replace(/^\s*\d+[.)]/, ''), bare.replace(/(\s[-–—]\s|:).*$/s, '')].map(toColumnKey)
}

/** The column that a header names. If several headers name the same column, the one with the lowest rank wins. */
export type KnownColumn = { column: ImportColumn; rank: number }

function findColumn(header: string): KnownColumn | undefined {
  // A character was lost, so the header is unreadable.
  if (header.includes('\uFFFD')) return undefined
  const names = listNames(header)
  const exact = names.map((name) => byName.get(name)).find((column) => column !== undefined)
  if (exact) return { column: exact, rank: 1 }
  const similar = names.find((name) => bySynonym.has(name)) ?? ''
  const column = bySynonym.get(similar)
  return column && { column, rank: weakKeys.has(similar) ? 3 : 2 }
}

/**
 * Returns the column that each header names, in the usual words or in those of the template. A single letter or digit names an
 * option only if another header names a column that is not an option.
 */
export function findColumns(headers: readonly string[]): (KnownColumn | undefined)[] {
  const found = headers.map(findColumn)
  const isHeader = found.some((known) => known && !known.column.startsWith('option'))
  return isHeader
    ? found
    : found.map((known, at) => (shortKey.test(toColumnKey(headers[at] ?? '')) ? undefined : known))
}
