// Pure rules of the question import: validate each row, and classify it by the stored questions.
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { ageCategories, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { parseMoment, MAX_QUESTIONS } from '@baobab/contract/quiz/rules.ts'
import { QuestionForm } from '@baobab/contract/quiz/forms.ts'
import { optionColumns, type ImportColumn } from '@baobab/contract/quiz/import-columns.ts'
import { emptyCells, rowProblems, type RowPlace } from '@baobab/contract/quiz/import-text.ts'
import type { CellReading, RowProblem } from '@baobab/contract/quiz/question-import.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import { readAnswerToLabelled, readCategory, removeLabels } from './cells/rules.ts'

export type Cells = Record<ImportColumn, string>

/** A row's place, its cells as they would be stored, and the cells read as something other than what they show. */
type ReadRow = RowPlace & { cells: Cells; readings: CellReading[] }

/** A row validated on its own: its question, or its problems. */
export type ValidatedRow = ReadRow &
  (
    | { form: QuestionForm; key: string; fingerprint: string; problems?: never }
    | { form?: never; problems: RowProblem[] }
  )

type Teaching = { explanation: string | null; momentSeconds: number | null }
/** The explanation and moment that an import gives a stored question, and the previous ones. Stored with the import. */
export type ImportedUpdate = Teaching & {
  id: string
  formerExplanation: string | null
  formerMomentSeconds: number | null
}
export type StoredQuestion = Teaching & { id: string; fingerprint: string }

/** The stored data used to classify a spreadsheet's rows. */
export type StoredQuizzes = {
  /** Finds a video by its current title or a former one. */
  videoOf: (title: string) => { id: string; title: string } | undefined
  /** Returns the titles that are most like one that no video has. */
  suggestionsFor: (title: string) => readonly string[]
  /** Returns the number of questions of a quiz. */
  countOf: (videoId: string, category: AgeCategory) => number
  /** Returns how many questions of a quiz each student is asked; null means all of them. */
  askedCountOf: (videoId: string, category: AgeCategory) => number | null
  /** Returns the stored question with an equal or similar-looking text; undefined if there is none. */
  questionOf: (videoId: string, form: QuestionForm) => StoredQuestion | undefined
  /** Returns whether a question with an equal or similar-looking text is void. */
  isVoid: (videoId: string, form: QuestionForm) => boolean
}

export type NewQuestion = { videoId: string; videoTitle: string; form: QuestionForm; key: string }
export type ClassifiedRow = ReadRow &
  (
    | { outcome: 'added'; question: NewQuestion }
    | { outcome: 'updated'; update: ImportedUpdate }
    | { outcome: 'skipped' }
    | { outcome: 'bad'; problems: RowProblem[] }
  )

/** What spreadsheet programs show instead of a value they cannot compute, or one too wide for its column. */
const cellError = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|ERROR!|GETTING_DATA)$|^#{2,}$/i

export function listOptions({ option1, option2, option3, option4 }: Cells): string[] {
  return [option1, option2, option3, option4]
}

/** Returns a text that is the same for questions with the same options in the same order and the same answer. */
export function fingerprintOf(question: { options: readonly string[]; correctAnswer: string }): string {
  return JSON.stringify([...question.options, question.correctAnswer].map(toComparisonKey))
}

/** Returns the column that a question form issue is about. */
function findColumn(path: readonly PropertyKey[], cells: Cells): ImportColumn {
  const [field, at] = path
  if (field === 'options') return optionColumns[typeof at === 'number' ? at : findDuplicateOption(cells)] ?? 'option1'
  if (field === 'momentSeconds') return 'moment'
  if (field === 'explanation') return field
  return field === 'videoTitle' || field === 'correctAnswer' || field === 'ageCategory' ? field : 'question'
}

function findDuplicateOption(cells: Cells): number {
  const keys = listOptions(cells).map(toComparisonKey)
  return keys.findIndex((key, at) => keys.indexOf(key) < at)
}

function toProblems(cells: Cells, issues: readonly { path: PropertyKey[]; message: string }[]): RowProblem[] {
  return issues.map(({ path, message }) => {
    const column = findColumn(path, cells)
    const reason = describeProblem(column, cells, message)
    return { column, reason, ...(column === 'ageCategory' && { suggestions: [...ageCategories] }) }
  })
}

function describeProblem(column: ImportColumn, cells: Cells, message: string): string {
  if (column === 'ageCategory' && cells.ageCategory !== '') return rowProblems.ageCategory
  if (message !== commonText.allFieldsRequired) return message
  const [first = '', second = '', third = '', fourth = ''] = listOptions(cells).map(toComparisonKey)
  if (column === 'option3' && fourth === '' && twoAnswers.has([first, second].toSorted().join(' ')))
    return rowProblems.trueOrFalse
  return column === 'option4' && ![first, second, third].includes('') ? rowProblems.threeOptions : emptyCells[column]
}
/** The options of questions with two answers. */
const twoAnswers = new Set(['false true', 'no yes', 'f t', 'n y', 'right wrong', 'correct wrong', 'correct incorrect'])

/** A doubt about a cell, or a decision that only a person can make. */
type Doubt = RowProblem & { column: ImportColumn }

/** Reads the cells that may show something other than what is meant. */
function readCells(shown: Cells): { cells: Cells; readings: CellReading[]; doubts: Doubt[] } {
  const category = readCategory(shown.ageCategory)
  const labelled = listOptions(shown)
  const options = removeLabels(labelled)
  const answer = readAnswerToLabelled(shown.correctAnswer, labelled, options)
  const named = optionColumns.map((column, at) => ({ column, cell: shown[column], readAs: options[at] ?? '' }))
  const readings: CellReading[] = named.filter(({ cell, readAs }) => cell !== readAs)
  const [option1 = '', option2 = '', option3 = '', option4 = ''] = options
  if (category.isInterpreted) readings.push({ column: 'ageCategory', cell: shown.ageCategory, readAs: category.value })
  if (answer.isInterpreted) readings.push({ column: 'correctAnswer', cell: shown.correctAnswer, readAs: answer.value })
  const reason = rowProblems.ambiguousAnswer(shown.correctAnswer)
  const doubts: Doubt[] = answer.choices ? [{ column: 'correctAnswer', reason, suggestions: answer.choices }] : []
  if (/^\d+[.)]?$/.test(shown.question)) doubts.push({ column: 'question', reason: rowProblems.onlyNumber })
  const read = { option1, option2, option3, option4, ageCategory: category.value, correctAnswer: answer.value }
  return { cells: { ...shown, ...read }, readings, doubts }
}

/** A row as it is in the file, with the unsettled doubts about its cells. */
type RowOfFile = RowPlace & { cells: Cells; hasExtraCells: boolean; doubts?: readonly Doubt[] }

/** Validates a row on its own, by the rules of the question form. A doubtful cell has one problem: its doubt. */
export function validateRow({ sheet, row, cells: shown, hasExtraCells, doubts = [] }: RowOfFile): ValidatedRow {
  const { cells, readings, doubts: ambiguous } = readCells(shown)
  const base = { sheet, row, cells, readings }
  if (hasExtraCells) return { ...base, problems: [{ column: null, reason: rowProblems.tooManyCells }] }
  const errors = Object.entries(cells).filter(([, value]) => cellError.test(value))
  if (errors.length > 0)
    return {
      ...base,
      problems: errors.map(([column]) => ({
        column: column as ImportColumn,
        reason: rowProblems.cellError,
      })),
    }
  const typed = {
    videoTitle: cells.videoTitle,
    question: cells.question,
    options: listOptions(cells),
    correctAnswer: cells.correctAnswer,
    ageCategory: cells.ageCategory,
    ...(cells.explanation === '' ? {} : { explanation: cells.explanation }),
    // The form refuses NaN with its own message.
    ...(cells.moment === '' ? {} : { momentSeconds: parseMoment(cells.moment) ?? NaN }),
  }
  const form = QuestionForm.safeParse(typed)
  const found = form.success ? [] : toProblems(cells, form.error.issues)
  // These two columns are not in doubt: an age category is read from a date, and a moment is a time.
  const open = [...doubts.filter(({ column }) => column !== 'ageCategory' && column !== 'moment'), ...ambiguous]
  const problems = [...open, ...found.filter(({ column }) => !open.some((doubt) => doubt.column === column))]
  if (problems.length > 0 || !form.success) return { ...base, problems }
  return { ...base, form: form.data, key: toComparisonKey(form.data.question), fingerprint: fingerprintOf(form.data) }
}

/** Returns the explanation and moment that a stored question gets; undefined if they stay the same. */
function findUpdate(
  { id, explanation, momentSeconds }: StoredQuestion,
  form: QuestionForm,
): ImportedUpdate | undefined {
  const update = {
    id,
    explanation: form.explanation || explanation,
    momentSeconds: form.momentSeconds ?? momentSeconds,
    formerExplanation: explanation,
    formerMomentSeconds: momentSeconds,
  }
  return update.explanation === explanation && update.momentSeconds === momentSeconds ? undefined : update
}

/** Returns a reading if the cell has a former title, or spells the title differently. */
function readTitle(cell: string, title: string): CellReading[] {
  return toComparisonKey(cell) === toComparisonKey(title) ? [] : [{ column: 'videoTitle', cell, readAs: title }]
}

/**
 * Returns a function that classifies one spreadsheet's rows, called with them in order. A question that is already stored or in
 * an earlier row is skipped if it is equal in every column, and bad if its options or answer differ. If only the explanation or
 * the moment differs, the stored question is updated; an empty cell changes nothing. A question that is void, or above a quiz's
 * limit, is also bad.
 */
export function createRowClassifier(stored: StoredQuizzes): (row: ValidatedRow) => ClassifiedRow {
  const earlierRows = new Map<string, RowPlace & { fingerprint: string }>()
  const added = new Map<string, number>()

  return (validated: ValidatedRow): ClassifiedRow => {
    const { sheet, row, cells } = validated
    const { videoTitle } = cells
    const video = stored.videoOf(videoTitle)
    const readings = [...validated.readings, ...(video ? readTitle(videoTitle, video.title) : [])]
    const read = { sheet, row, cells, readings }
    const bad = (...problems: RowProblem[]): ClassifiedRow => ({ ...read, outcome: 'bad', problems })
    const problem = (column: ImportColumn, reason: string): RowProblem => ({ column, reason })
    const noVideo = {
      ...problem('videoTitle', videosText.noSuchTitle),
      suggestions: [...stored.suggestionsFor(videoTitle)],
    }
    if (validated.problems) {
      const isUnknown =
        !video &&
        videoTitle !== '' &&
        !validated.problems.some(({ column }) => column === null || column === 'videoTitle')
      return bad(...(isUnknown ? [noVideo] : []), ...validated.problems)
    }
    if (!video) return bad(noVideo)
    const { form, key, fingerprint } = validated
    const quiz = `${video.id} ${form.ageCategory}`
    const known = stored.questionOf(video.id, form)
    if (known && known.fingerprint !== fingerprint) return bad(problem('question', rowProblems.differsFromStored))
    if (!known && stored.isVoid(video.id, form)) return bad(problem('question', quizAdminText.questionVoided))
    const earlier = earlierRows.get(`${quiz} ${key}`)
    if (earlier && earlier.fingerprint !== fingerprint)
      return bad(problem('question', rowProblems.differsFromRow(earlier)))
    if (earlier) return { ...read, outcome: 'skipped' }
    earlierRows.set(`${quiz} ${key}`, { sheet, row, fingerprint })
    if (known) {
      const update = findUpdate(known, form)
      return update ? { ...read, outcome: 'updated', update } : { ...read, outcome: 'skipped' }
    }
    const count = (added.get(quiz) ?? 0) + 1
    added.set(quiz, count)
    if (stored.countOf(video.id, form.ageCategory) + count > MAX_QUESTIONS)
      return bad(problem('videoTitle', quizAdminText.tooManyQuestions))
    return { ...read, outcome: 'added', question: { videoId: video.id, videoTitle: video.title, form, key } }
  }
}
