// How a question was answered, made of counts. Pure.
import type { QuestionStatistics } from '@baobab/contract/quiz-admin.ts'
import { isSameAnswer, type SnapshotQuestion } from '../../rules.ts'

/** How often one answer was given to a question, and how it was judged then. */
export type Tally = { answer: string; correct: boolean; count: number }

/** What was counted of one question. */
export type Counted = {
  asked: number
  tallies: readonly Tally[]
  medianSeconds: number | null
  meanSeconds: number | null
}

const sum = (tallies: readonly Tally[]) => tallies.reduce((total, { count }) => total + count, 0)

/**
 * The statistics of a question as it stands now. Judgements are those of the moment: an edit moves no answer from right
 * to wrong. Answers whose text is no option any more count as `former`.
 */
export function summarizeAnswers(question: SnapshotQuestion, counted: Counted): QuestionStatistics {
  const { asked, tallies, medianSeconds, meanSeconds } = counted
  const options = question.options.map((option) => ({
    option,
    isCorrect: isSameAnswer(option, question.correctAnswer),
    chosen: sum(tallies.filter(({ answer }) => isSameAnswer(answer, option))),
  }))
  const answered = sum(tallies)
  return {
    _id: question.id,
    question: question.question,
    // A paper is always asked before it is answered; only a clock that reads both apart could say otherwise.
    asked: Math.max(asked, answered),
    answered,
    correct: sum(tallies.filter(({ correct }) => correct)),
    medianSeconds,
    meanSeconds,
    options,
    former: answered - options.reduce((total, { chosen }) => total + chosen, 0),
    topWrong: topWrong(options),
  }
}

/** The wrong option that was chosen most; of equals the first, and none where nobody was wrong. */
function topWrong(options: QuestionStatistics['options']): string | null {
  const wrong = options.filter(({ isCorrect, chosen }) => !isCorrect && chosen > 0)
  const [first, ...others] = wrong
  if (!first) return null
  return others.reduce((most, one) => (one.chosen > most.chosen ? one : most), first).option
}
