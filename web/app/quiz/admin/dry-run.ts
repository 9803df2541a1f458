// What a dry run decides. The console knows the answers and judges by itself; nobody is told, and nothing is kept.
import { POINTS_PER_ANSWER } from '@baobab/contract/limits.ts'
import { toComparisonKey, type Review } from '@baobab/contract/quiz.ts'
import type { DryRun } from '@baobab/contract/quiz-admin.ts'
import type { QuizStep } from '../rules.ts'

/** The answers so far, by the question's id. */
export type Given = Readonly<Record<string, string>>

type Asked = DryRun['questions'][number]

const isRight = ({ correctAnswer }: Asked, answer: string) => toComparisonKey(answer) === toComparisonKey(correctAnswer)

/** Each question as the student's screen takes it; every answer is saved the moment it is given. */
export function buildDryRunSteps({ questions }: Pick<DryRun, 'questions'>, given: Given): QuizStep[] {
  return questions.map((asked) => {
    const { _id, question, options } = asked
    const answer = given[_id]
    const status: QuizStep['status'] =
      answer === undefined ? { kind: 'open' } : { kind: 'saved', answer, correct: isRight(asked, answer) }
    return { _id, question, options, status, refusal: undefined }
  })
}

/** The review that a student would read after the same answers. */
export function buildDryRunReview(run: DryRun, given: Given): Review {
  const questions = run.questions.map((asked) => {
    const { _id, question, correctAnswer } = asked
    const answer = given[_id] ?? null
    return { _id, question, correctAnswer, answer, correct: answer !== null && isRight(asked, answer) }
  })
  return {
    title: run.videoTitle,
    ageCategory: run.ageCategory,
    score: questions.filter(({ correct }) => correct).length * POINTS_PER_ANSWER,
    maxScore: questions.length * POINTS_PER_ANSWER,
    lockedAt: run.deadline,
    questions,
  }
}
