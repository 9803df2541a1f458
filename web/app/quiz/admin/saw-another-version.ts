import type { QuestionStatistics } from '@baobab/contract/quiz/admin.ts'
import { toComparisonKey } from '@baobab/contract/quiz/rules.ts'
import type { ReceivedReport } from '@baobab/contract/quiz/corrections.ts'

type Version = Pick<ReceivedReport, 'question' | 'options' | 'correctAnswer'>

/** Whether a student saw another version of a question than the present one. The order of the options does not count. */
export function sawAnotherVersion(seen: Version, now: Pick<QuestionStatistics, 'question' | 'options'>): boolean {
  const toKey = ({ question, options, correctAnswer }: Version) =>
    JSON.stringify([question, options.toSorted(), toComparisonKey(correctAnswer)])
  const options = now.options.map(({ option }) => option)
  const correctAnswer = now.options.find(({ isCorrect }) => isCorrect)?.option ?? ''
  return toKey(seen) !== toKey({ question: now.question, options, correctAnswer })
}
