// The state of one dry run. The questions and clock come from the server; everything else stays in the page.
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { dryRun, type DryRun } from '@baobab/contract/quiz/admin.ts'
import type { Review } from '@baobab/contract/quiz/endpoints.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { countTotalSeconds, type QuizStep } from '../rules.ts'
import { useCountdown } from '../use-countdown.ts'
import type { QuizKey } from './with-questions.tsx'

/**
 * Runs a quiz without an attempt, from the first question to the review.
 * @param onlyQuestion the id of the only question to ask, for a preview
 */
export function useDryRun(quiz: QuizKey, onlyQuestion: string | undefined) {
  const query = useDryRunQuery(quiz, onlyQuestion)
  const run = query.data
  const left = useCountdown(run)
  const [answers, setAnswers] = useState<DryRunAnswers>({})
  const [choice, setChoice] = useState<{ questionId: string; answer: string }>()
  const [index, setIndex] = useState(0)
  const [isFinished, setFinished] = useState(false)

  const steps = run ? buildDryRunSteps(run, answers) : []
  const step = steps[index]
  const chosen = choice && choice.questionId === step?._id ? choice.answer : undefined
  const isTimeUp = left === 0 && !isFinished
  // If an option is selected when the time runs out, it counts, as it does for a student.
  const last = isTimeUp && step?.status.kind === 'open' && chosen !== undefined ? { [step._id]: chosen } : {}

  return {
    query,
    steps,
    index,
    step,
    left,
    totalSeconds: run && countTotalSeconds(run),
    chosen,
    isTimeUp,
    review: run && (isFinished || isTimeUp) ? buildDryRunReview(run, { ...answers, ...last }) : undefined,
    choose: (answer: string) => step && setChoice({ questionId: step._id, answer }),
    answer: (answer: string) => step && setAnswers({ ...answers, [step._id]: answer }),
    next: () => (index + 1 < steps.length ? setIndex(index + 1) : setFinished(true)),
  }
}

/** Loads the questions only once per run, because the server chooses and shuffles them on every request. */
function useDryRunQuery({ videoId, ageCategory }: QuizKey, onlyQuestion: string | undefined) {
  const [runId] = useState(() => crypto.randomUUID())
  return useQuery({
    queryKey: ['dry-run', runId],
    queryFn: ({ signal }) => callApi(dryRun, { query: { videoId, ageCategory, triviaId: onlyQuestion } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

// Scores a dry run in the browser: the reply contains the correct answers, and nothing is sent or stored

/** The answers given so far, by question id. */
type DryRunAnswers = Readonly<Record<string, string>>

type DryRunQuestion = DryRun['questions'][number]

const isCorrect = ({ correctAnswer, alsoCorrect }: DryRunQuestion, answer: string) =>
  [correctAnswer, alsoCorrect ?? correctAnswer].map(toComparisonKey).includes(toComparisonKey(answer))

const teachingOf = ({ correctAnswer, explanation, momentSeconds }: DryRunQuestion) => ({
  correctAnswer,
  explanation,
  momentSeconds,
})

/** Returns an option's picture; null if there is none. */
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
