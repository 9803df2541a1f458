// A question from another product's file, and the rows that such questions become.
import { allImportColumns, type ImportColumn } from '@baobab/contract/quiz/import-columns.ts'
import { questionsLeftOut, type LeftOutQuestion } from '@baobab/contract/quiz/import-text.ts'
import { refuse, toOneLine, type Grid } from '../grid.ts'

export type ProductQuestion = {
  /** Its number in the file, from 1. */
  number: number
  question: string
  options: readonly string[]
  /** The indexes of the correct options. */
  correct: readonly number[]
  explanation?: string
  /** Why it cannot be imported, if the options do not show it. */
  leftOut?: LeftOutQuestion | undefined
}

const otherColumns: readonly ImportColumn[] = ['videoTitle', 'ageCategory', 'moment']
/** The names of the columns in other products' files. The video and age category are chosen for the whole file. */
export const productHeader = allImportColumns.map((column) => (otherColumns.includes(column) ? '' : column))

/** Returns why a question cannot be imported: only multiple choice with four options and one answer can. */
export function findReason({
  options,
  correct,
  leftOut,
}: Omit<ProductQuestion, 'number'>): LeftOutQuestion | undefined {
  if (leftOut) return leftOut
  if (options.length !== 4) return 'options'
  return correct.length === 1 ? undefined : 'answers'
}

/** Returns a sentence for each reason why questions are left out, with their numbers. */
export function listLeftOut(
  unit: 'Question' | 'Row',
  questions: readonly { number: number; reason: LeftOutQuestion | undefined }[],
): string[] {
  const byReason = Map.groupBy(questions, ({ reason }) => reason)
  return [...byReason].flatMap(([reason, group]) =>
    reason
      ? [
          questionsLeftOut(
            unit,
            reason,
            group.map(({ number }) => number),
          ),
        ]
      : [],
  )
}

/** Returns a text file's questions as rows below the column names. Refuses a file without any. */
export function toGrid(questions: readonly ProductQuestion[]): Grid {
  const judged = questions.map((question) => ({ ...question, reason: findReason(question) }))
  const usable = judged.filter(({ reason }) => reason === undefined)
  if (usable.length === 0) refuse('noFourOptions')
  const rows = usable.map(({ number, question, options, correct, explanation = '' }) => {
    const [option1 = '', option2 = '', option3 = '', option4 = ''] = options
    const correctAnswer = options[correct[0] ?? -1] ?? ''
    const cells: Partial<Record<ImportColumn, string>> = {
      question,
      option1,
      option2,
      option3,
      option4,
      correctAnswer,
      explanation,
    }
    return { row: number, cells: allImportColumns.map((column) => toOneLine(cells[column] ?? '')) }
  })
  return {
    name: null,
    rows: [{ row: 0, cells: [...productHeader] }, ...rows],
    remarks: listLeftOut('Question', judged),
  }
}
