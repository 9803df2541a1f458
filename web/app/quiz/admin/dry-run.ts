// Scores a dry run in the browser: the reply contains the correct answers, and nothing is sent or stored.
import { POINTS_PER_ANSWER, toComparisonKey } from '@baobab/contract/quiz/rules.ts'
import { type Review } from '@baobab/contract/quiz/endpoints.ts'
import type { DryRun } from '@baobab/contract/quiz/admin.ts'
import type { QuizStep } from '../rules.ts'

/** The answers given so far, by the id of the question. */
export type DryRunAnswers = Readonly<Record<string, string>>

type DryRunQuestion = DryRun['questions'][number]

const isCorrect = ({ correctAnswer, alsoCorrect }: DryRunQuestion, answer: string) =>
  [correctAnswer, alsoCorrect ?? correctAnswer].map(toComparisonKey).includes(toComparisonKey(answer))

const teachingOf = ({ correctAnswer, explanation, momentSeconds }: DryRunQuestion) => ({
  correctAnswer,
  explanation,
  momentSeconds,
})

/** Returns the picture of an option; null if there is none. */
const findPicture = ({ options, pictures }: DryRunQuestion, option: string | null) =>
  (option !== null && pictures?.[options.indexOf(option)]) || null

/** Returns the steps for the student's quiz screen. Every answer counts as saved immediately. */
export function buildDryRunSteps({ questions }: Pick<DryRun, 'questions'>, given: DryRunAnswers): QuizStep[] {
  return questions.map((question) => {
    const { _id, options, pictures } = question
    const answer = given[_id]
    const status: QuizStep['status'] =
      answer === undefined
        ? { kind: 'open' }
        : { kind: 'saved', answer, correct: isCorrect(question, answer), ...teachingOf(question) }
    return { _id, question: question.question, options, pictures, status, refusal: undefined }
  })
}

/** Returns the review that a student would get for the same answers. */
export function buildDryRunReview(run: DryRun, given: DryRunAnswers): Review {
  const questions = run.questions.map((question) => {
    const { _id, alsoCorrect } = question
    const answer = given[_id] ?? null
    return {
      _id,
      question: question.question,
      ...teachingOf(question),
      alsoCorrect,
      corrected: null,
      answer,
      correct: answer !== null && isCorrect(question, answer),
      correctPicture: findPicture(question, question.correctAnswer),
      answerPicture: findPicture(question, answer),
      report: null,
    }
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
