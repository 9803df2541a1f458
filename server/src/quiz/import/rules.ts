// What becomes of each row of a sheet, decided without a file and without a database.
import type { AgeCategory } from '@baobab/contract/age.ts'
import { toComparisonKey } from '@baobab/contract/quiz.ts'
import { QuestionForm } from '@baobab/contract/quiz-admin.ts'
import { rowProblems, type RowProblem, type ImportColumn } from '@baobab/contract/question-import.ts'
import { MAX_QUESTIONS } from '@baobab/contract/limits.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import { titleKey } from '@baobab/contract/videos.ts'

export type Cells = Record<ImportColumn, string>

/** A row by itself: its question, or what is wrong with it. */
export type ValidatedRow = { row: number; cells: Cells; titleKey: string } & (
  { form: QuestionForm; key: string; fingerprint: string; problems?: never } | { form?: never; problems: RowProblem[] }
)

/** What is stored of the quizzes that a sheet is about. */
export type StoredQuizzes = {
  /** The video of a title's key, by its present title or a former one. */
  videoOf: (titleKey: string) => { id: string; title: string } | undefined
  /** How many questions a quiz has. */
  countOf: (videoId: string, category: AgeCategory) => number
  /** The print of a stored question, by its quiz and key. */
  fingerprintOf: (videoId: string, category: AgeCategory, key: string) => string | undefined
}

export type NewQuestion = { videoId: string; videoTitle: string; form: QuestionForm; key: string }
export type ClassifiedRow = { row: number; cells: Cells } & (
  { outcome: 'added'; question: NewQuestion } | { outcome: 'skipped' } | { outcome: 'bad'; problems: RowProblem[] }
)

/** What spreadsheets show in the place of a value. */
const cellError = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|ERROR!|GETTING_DATA)$/i

/** Spreadsheet programs take the two categories for dates when they are typed, and show them so. */
const asDates: Record<AgeCategory, RegExp> = {
  '5-10': /^(10-may|may-10|0?5-oct|oct-0?5)$/i,
  '11-20': /^(20-nov|nov-20)$/i,
}

/** An age category as people and their programs write it; another text as it is. */
export function categoryOf(cell: string): string {
  const plain = cell.replace(/\s*[-\u2010-\u2015\u2212]\s*/g, '-')
  if (asDates['5-10'].test(plain)) return '5-10'
  return asDates['11-20'].test(plain) ? '11-20' : plain
}

const options = (cells: Cells) => [cells.option1, cells.option2, cells.option3, cells.option4]

/** What two rows have in common that are equal in every column but the video's title and the category. */
export function fingerprintOf(question: { options: readonly string[]; correctAnswer: string }): string {
  return JSON.stringify([...question.options, question.correctAnswer].map(toComparisonKey))
}

/** The column that a broken rule of the form is about. */
function columnOf(path: readonly PropertyKey[], cells: Cells): ImportColumn {
  const [field, at] = path
  if (field === 'options') return optionColumns[typeof at === 'number' ? at : secondOfEqual(cells)] ?? 'option1'
  return field === 'videoTitle' || field === 'correctAnswer' || field === 'ageCategory' ? field : 'question'
}
const optionColumns = ['option1', 'option2', 'option3', 'option4'] as const

function secondOfEqual(cells: Cells): number {
  const keys = options(cells).map(toComparisonKey)
  return keys.findIndex((key, at) => keys.indexOf(key) < at)
}

function problemsOf(cells: Cells, issues: readonly { path: PropertyKey[]; message: string }[]): RowProblem[] {
  return issues.map(({ path, message }) => {
    const column = columnOf(path, cells)
    const isUnknown = column === 'ageCategory' && cells.ageCategory !== ''
    return { column, reason: isUnknown ? rowProblems.ageCategory : message }
  })
}

/** Judges a row by itself, by the rules of the form by hand. */
export function validateRow({
  row,
  cells,
  hasExtraCells,
}: {
  row: number
  cells: Cells
  hasExtraCells: boolean
}): ValidatedRow {
  const base = { row, cells, titleKey: titleKey(cells.videoTitle) }
  if (hasExtraCells) return { ...base, problems: [{ column: null, reason: rowProblems.tooManyCells }] }
  const errors = Object.entries(cells).filter(([, value]) => cellError.test(value))
  if (errors.length > 0)
    return {
      ...base,
      problems: errors.map(([column]) => ({ column: column as ImportColumn, reason: rowProblems.cellError })),
    }
  const typed = {
    videoTitle: cells.videoTitle,
    question: cells.question,
    options: options(cells),
    correctAnswer: cells.correctAnswer,
    ageCategory: categoryOf(cells.ageCategory),
  }
  const form = QuestionForm.safeParse(typed)
  if (!form.success) return { ...base, problems: problemsOf(cells, form.error.issues) }
  return { ...base, form: form.data, key: toComparisonKey(form.data.question), fingerprint: fingerprintOf(form.data) }
}

/**
 * Makes the judge of one sheet, who takes its rows in order and remembers those before (decisions 4): a question that is
 * stored or stands further up, equal in every column, is skipped; with other options or another answer it is bad; so is
 * the 51st of a quiz.
 */
export function createRowClassifier(stored: StoredQuizzes): (row: ValidatedRow) => ClassifiedRow {
  const inSheet = new Map<string, { row: number; fingerprint: string }>()
  const added = new Map<string, number>()

  return (checked: ValidatedRow): ClassifiedRow => {
    const { row, cells } = checked
    const bad = (...problems: RowProblem[]): ClassifiedRow => ({ row, cells, outcome: 'bad', problems })
    const video = stored.videoOf(checked.titleKey)
    const noVideo = { column: 'videoTitle', reason: videosText.noSuchTitle } as const
    if (checked.problems) {
      const isUnknown =
        !video &&
        checked.titleKey !== '' &&
        !checked.problems.some(({ column }) => column === null || column === 'videoTitle')
      return bad(...(isUnknown ? [noVideo] : []), ...checked.problems)
    }
    if (!video) return bad(noVideo)
    const { form, key, fingerprint } = checked
    const quiz = `${video.id} ${form.ageCategory}`
    const there = stored.fingerprintOf(video.id, form.ageCategory, key)
    if (there !== undefined && there !== fingerprint)
      return bad({ column: 'question', reason: rowProblems.differsFromStored })
    const earlier = inSheet.get(`${quiz} ${key}`)
    if (earlier && earlier.fingerprint !== fingerprint)
      return bad({ column: 'question', reason: rowProblems.differsFromRow(earlier.row) })
    if (there !== undefined || earlier) return { row, cells, outcome: 'skipped' }
    inSheet.set(`${quiz} ${key}`, { row, fingerprint })
    const count = (added.get(quiz) ?? 0) + 1
    added.set(quiz, count)
    if (stored.countOf(video.id, form.ageCategory) + count > MAX_QUESTIONS)
      return bad({ column: 'videoTitle', reason: quizAdminText.tooManyQuestions })
    return { row, cells, outcome: 'added', question: { videoId: video.id, videoTitle: video.title, form, key } }
  }
}
