// Pure rules that compute a question's statistics from the counts of its answers.
import type { QuestionStatistics } from '@baobab/contract/quiz/admin.ts'
import { isSameChoice, matchesKey, type SnapshotQuestion } from '../../rules.ts'

/** How many times an answer was given to a question, and whether it is correct. */
export type Tally = { answer: string; correct: boolean; count: number }

/** The counts of one question. */
export type Counted = {
  asked: number
  tallies: readonly Tally[]
  medianSeconds: number | null
  meanSeconds: number | null
}

const sumCounts = (tallies: readonly Tally[]) => tallies.reduce((total, { count }) => total + count, 0)

/**
 * Returns the statistics of a question in its current form. Answers keep their score: editing a question does not rescore them,
 * only a regrade does. Answers whose text is no longer an option count as `former`. A void question's options show its last key.
 */
export function summarizeAnswers(question: SnapshotQuestion, counted: Counted): QuestionStatistics {
  const { asked, tallies, medianSeconds, meanSeconds } = counted
  const options = question.options.map((option) => ({
    option,
    isCorrect: matchesKey(question, option),
    chosen: sumCounts(tallies.filter(({ answer }) => isSameChoice(question, answer, option))),
  }))
  const answered = sumCounts(tallies)
  return {
    _id: question.id,
    question: question.question,
    voided: question.voided ?? null,
    // The two counts come from separate queries, and an answer may have arrived in between.
    asked: Math.max(asked, answered),
    answered,
    correct: sumCounts(tallies.filter(({ correct }) => correct)),
    medianSeconds,
    meanSeconds,
    options,
    former: answered - options.reduce((total, { chosen }) => total + chosen, 0),
    topWrong: findTopWrong(options),
  }
}

/** Returns the most frequently chosen wrong option, the first if several tie; null if no wrong one was chosen. */
function findTopWrong(options: QuestionStatistics['options']): string | null {
  const wrong = options.filter(({ isCorrect, chosen }) => !isCorrect && chosen > 0)
  const [first, ...others] = wrong
  if (!first) return null
  return others.reduce((most, one) => (one.chosen > most.chosen ? one : most), first).option
}
