// The rules of practice: wrongly answered questions are asked again at the end, until all are right.
import type { PracticeQuestion } from '@baobab/contract/quiz/practice.ts'
import type { AnswerStatus, QuizStep } from './rules.ts'

export type PracticeStep = QuizStep & { question: string; source: PracticeQuestion }

/** Returns the steps of a practice in question order. */
export function startPractice(questions: readonly PracticeQuestion[]): PracticeStep[] {
  return questions.map((source) => toStep(source, 1))
}

/** A repeated question is a separate step, so its id includes the number of the try. */
function toStep(source: PracticeQuestion, trial: number): PracticeStep {
  const _id = trial === 1 ? source._id : `${source._id}-${trial}`
  const { question, options, pictures } = source
  return { _id, question, options, pictures, source, status: { kind: 'open' }, refusal: undefined }
}

/** Stores a step's outcome. If it was wrong, repeats the question at the end. */
export function answerStep(
  steps: readonly PracticeStep[],
  index: number,
  status: Extract<AnswerStatus, { kind: 'saved' }>,
): PracticeStep[] {
  const step = steps[index]
  if (!step) return [...steps]
  const answered = steps.map((one, at) => (at === index ? { ...one, status } : one))
  if (status.correct) return answered
  const trials = steps.filter(({ source }) => source._id === step.source._id).length
  return [...answered, toStep(step.source, trials + 1)]
}
