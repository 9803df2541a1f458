// Questions that an admin pastes as text. The import's preview reads them, so a list can have any text format that it reads.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { OPTIONS } from '@baobab/contract/quiz/rules.ts'
import { previewImport, type ImportPreview, type RowPreview } from '@baobab/contract/quiz/question-import.ts'
import { upload } from '../../../api/upload.ts'
import { toValues, type QuestionValues } from './question-values.ts'

const HEADERS = ['Question', 'Option 1', 'Option 2', 'Option 3', 'Option 4', 'Correct answer']

/** Adds a header row to a list whose lines have only the question, its options and the answer. */
export function addHeader(list: string): string | undefined {
  const [first = ''] = list.trimStart().split('\n')
  const separator = ['\t', ';', ','].find((mark) => first.split(mark).length >= HEADERS.length)
  return separator && `${HEADERS.join(separator)}\n${list.trimStart()}`
}

/** Returns the question in a row of a preview. Bad rows keep what could be read. */
function toPastedValues({ question, options, correctAnswer, explanation }: RowPreview): QuestionValues {
  const four = Array.from({ length: OPTIONS }, (_, index) => options[index] ?? '')
  return toValues({ question, options: four, correctAnswer, explanation })
}

export type PastedList = {
  questions: QuestionValues[]
  /** The number of questions left out because the quiz already has them. */
  skipped: number
}

/**
 * Reads a pasted list for a quiz; nothing is stored. Rejects with the import's refusal if no question is found.
 * @param list lines copied from a spreadsheet, or one of the text formats that the import reads
 */
export async function readPastedList(
  list: string,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<PastedList> {
  const named = addHeader(list)
  const read = (text: string) => requestPreview(text, quiz)
  let preview = named === undefined ? await read(list) : await read(list).catch(() => read(named))
  if (preview.missing.length > 0 && named !== undefined) preview = await read(named)
  const questions = preview.rows.filter(({ outcome }) => outcome === 'added' || outcome === 'bad')
  return { questions: questions.map(toPastedValues), skipped: preview.skipped }
}

async function requestPreview(
  list: string,
  settings: { videoTitle: string; ageCategory: AgeCategory },
): Promise<ImportPreview> {
  const form = new FormData()
  form.set('file', new File([list], 'list.txt', { type: 'text/plain' }))
  form.set('settings', JSON.stringify(settings))
  return upload(previewImport, { form })
}
