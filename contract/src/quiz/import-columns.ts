// The columns and sheets of a question file. Without schemas, so that the program that parses files starts fast.
import { normalizeText } from '../kernel/clean-text.ts'

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
/** Columns that a file may have besides. */
export const optionalImportColumns = ['explanation', 'moment'] as const
/** All columns, in the order of the template. */
export const allImportColumns = [...importColumns, ...optionalImportColumns] as const

/** The sheets that the template has beside the sheet of questions. They are never questions. */
export const templateSheets = { help: 'How to fill it in', videos: 'Videos' } as const

/** Returns a column name in the form used for comparison: in lower case, without spaces, hyphens and underscores. */
export function toColumnKey(name: string): string {
  return normalizeText(name)
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
}
