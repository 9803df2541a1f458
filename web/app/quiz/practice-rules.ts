// The rules of practice: wrongly answered questions are asked again at the end, but at most twice, so that it always ends.
import type { PracticeQuestion } from '@baobab/contract/quiz/practice.ts'
import type { AnswerStatus, QuizStep } from './rules.ts'

export type PracticeStep = QuizStep & { question: string; source: PracticeQuestion }

/** The maximum number of times a question is asked: once, and up to twice more while the answers are wrong. */
const MAX_TRIES = 3

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

/** Stores a step's outcome. If it was wrong, repeats the question at the end, unless it was the last try. */
export function answerStep(
  steps: readonly PracticeStep[],
  index: number,
  status: Extract<AnswerStatus, { kind: 'saved' }>,
): PracticeStep[] {
  const step = steps[index]
  if (!step) return [...steps]
  const answered = steps.map((one, at) => (at === index ? { ...one, status } : one))
  const tries = steps.filter(({ source }) => source._id === step.source._id).length
  return status.correct || tries >= MAX_TRIES ? answered : [...answered, toStep(step.source, tries + 1)]
}

/** Progress of a practice: one step for each question with its latest outcome, and the index of the current question among them. */
type PracticeProgress = { steps: PracticeStep[]; index: number; learned: number; left: number }

/** @param current the index of the step on screen; after the last one if the practice is over */
export function describePractice(steps: readonly PracticeStep[], current: number): PracticeProgress {
  const questions = [...new Set(steps.map(({ source }) => source))]
  const byQuestion = questions.map((question) => steps.filter(({ source }) => source === question))
  const shown = steps[current]
  const latest = byQuestion.flatMap((tries) => {
    const answered = tries.findLast(({ status }) => status.kind !== 'open')
    return (shown && tries.includes(shown) ? shown : (answered ?? tries[0])) ?? []
  })
  return {
    steps: latest,
    index: latest.findIndex((step) => step === shown),
    learned: byQuestion.filter((tries) => tries.some(({ status }) => status.kind === 'saved' && status.correct)).length,
    left: byQuestion.filter((tries) => tries.some(({ status }) => status.kind === 'open')).length,
  }
}
