// Reads the spreadsheets of Kahoot, Blooket and Quizizz (now Wayground). They name correct options by their numbers, and have
// questions of other kinds.
import { allImportColumns, findColumns, toColumnKey, type ImportColumn } from '@baobab/contract/quiz/import-columns.ts'
import type { LeftOutQuestion } from '@baobab/contract/quiz/import-text.ts'
import { isEmpty, refuse, type Grid, type GridRow } from '../grid.ts'
import { SEARCHED_ROWS } from '../find-header.ts'
import { findReason, listLeftOut, productHeader } from './product-question.ts'

/** What the header keys of a product's template start with. */
type Template = {
  question: string
  option: (number: number) => string
  correct: string
  kind?: string
  picture?: string
  explanation?: string
  /** A header found in no other spreadsheet. */
  mark: string
  /** Whether other people's tables may have these headers too. */
  isUsual?: boolean
}

const kahoot: Template = {
  question: 'questionmax',
  option: (number) => `answer${number}max`,
  correct: 'correctanswer',
  mark: 'timelimit',
}
const blooket: Template = { ...kahoot, question: 'questiontext', option: (number) => `answer${number}` }
/** A table like Blooket's, with a shorter header for the question. */
const similar: Template = { ...blooket, question: 'question', isUsual: true }
const quizizz: Template = {
  question: 'questiontext',
  option: (number) => `option${number}`,
  correct: 'correctanswer',
  kind: 'questiontype',
  picture: 'imagelink',
  explanation: 'answerexplanation',
  mark: 'timeinseconds',
}

const templates = [kahoot, quizizz, blooket, similar]

const MAX_OPTIONS = 6

type Indexes = {
  question: number
  options: number[]
  correct: number
  kind: number
  picture: number
  explanation: number
}

/** Returns the indexes of a template's columns, if a row names them. */
function findIndexes({ cells }: GridRow, template: Template): Indexes | undefined {
  const keys = cells.map(toColumnKey)
  const find = (name: string | undefined) => (name === undefined ? -1 : keys.findIndex((key) => key.startsWith(name)))
  const options = Array.from({ length: MAX_OPTIONS }, (_, at) => find(template.option(at + 1))).filter((at) => at >= 0)
  const [question, correct] = [find(template.question), find(template.correct)]
  if (question < 0 || correct < 0 || options.length < 4 || find(template.mark) < 0) return undefined
  return {
    question,
    options,
    correct,
    kind: find(template.kind),
    picture: find(template.picture),
    explanation: find(template.explanation),
  }
}

/** Matches the numbers of the correct options, such as '2' or '1,3'. */
const numbersOfOptions = /^(?:[1-6](?:[\s,;]{1,9}[1-6]){0,9})?$/

/**
 * Returns whether the table below a header is not a product's: it has a video, an age category, or answers that are not numbers.
 */
function isOwnTable({ rows }: Grid, header: GridRow, correct: number): boolean {
  const isOwn = findColumns(header.cells).some(
    (known) => known?.column === 'videoTitle' || known?.column === 'ageCategory',
  )
  return isOwn || rows.some(({ row, cells }) => row > header.row && !numbersOfOptions.test(cells[correct] ?? ''))
}

/** Returns the kind of a question that cannot be imported. A question without a kind is multiple choice. */
function findOtherKind(cells: readonly string[], { kind, picture }: Indexes): LeftOutQuestion | undefined {
  const key = toColumnKey(cells[kind] ?? '')
  if (key === 'checkbox') return 'answers'
  if (key !== '' && key !== 'multiplechoice') return 'kind'
  return (cells[picture] ?? '') === '' ? undefined : 'picture'
}

/** Reads a row: its cells in the order of `allImportColumns`, or why it is left out. */
function readRow({ row, cells, doubts = [] }: GridRow, indexes: Indexes) {
  const filled = indexes.options.filter((at) => (cells[at] ?? '') !== '')
  const numbers = (cells[indexes.correct] ?? '')
    .split(/[^\d.]+/)
    .filter(Boolean)
    .map(Number)
  const correct = [...new Set(numbers)].map((number) => filled.indexOf(indexes.options[number - 1] ?? -1))
  const leftOut = findOtherKind(cells, indexes)
  const isKnown = correct.every((at) => at >= 0)
  const reason = findReason({ question: '', options: filled.map(String), correct: isKnown ? correct : [], leftOut })
  const from: Partial<Record<ImportColumn, number>> = {
    question: indexes.question,
    ...Object.fromEntries(filled.map((at, n) => [`option${n + 1}`, at])),
    correctAnswer: filled[correct[0] ?? -1] ?? -1,
    explanation: indexes.explanation,
  }
  const at = allImportColumns.map((column) => from[column] ?? -1)
  return {
    number: row,
    reason,
    row,
    cells: at.map((index) => cells[index] ?? ''),
    doubts: at.flatMap((index, cell) =>
      doubts.filter((doubt) => doubt.cell === index).map((doubt) => ({ ...doubt, cell })),
    ),
  }
}

/** Returns a sheet of another product as rows of the template's columns, and any other sheet as it is. */
export function readProductTable(grid: Grid): Grid {
  for (const header of grid.rows.slice(0, SEARCHED_ROWS)) {
    const indexes = templates
      .map((template) => {
        const found = findIndexes(header, template)
        return found && template.isUsual && isOwnTable(grid, header, found.correct) ? undefined : found
      })
      .find(Boolean)
    if (!indexes) continue
    const below = grid.rows.filter(({ row, cells }) => {
      const question = cells[indexes.question] ?? ''
      // Quizizz's template explains each column in its second row. Kahoot's numbers empty rows.
      const isExplanation = /\(required/i.test(question)
      return row > header.row && !isExplanation && !isEmpty([question, ...indexes.options.map((at) => cells[at] ?? '')])
    })
    const read = below.map((row) => readRow(row, indexes))
    const usable = read.filter(({ reason }) => reason === undefined)
    if (read.length > 0 && usable.length === 0) refuse('noFourOptions')
    const rows = usable.map(({ row, cells, doubts }) => ({ row, cells, doubts }))
    return {
      ...grid,
      rows: [{ row: header.row, cells: [...productHeader] }, ...rows],
      remarks: listLeftOut('Row', read),
    }
  }
  return grid
}
