import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { finishAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { apiQuery } from '../api/query.ts'
import { useMaintenance } from '../maintenance/use-maintenance.ts'
import { getAnswerOutbox, useTrackedAnswers } from './answer-outbox.ts'
import { attemptQuery, isStillRunning } from './attempt-query.ts'
import { buildSteps, countPending, countTotalSeconds, findStepToResume, isOverRefusal, type QuizStep } from './rules.ts'
import { useCountdown, useWithinGrace } from './use-countdown.ts'
import type { Quiz } from './use-quizzes.ts'

/** Thrown instead of finishing an attempt that is still running. The page then reads the time left, and continues. */
const stillRunning = new ApiError({ status: 409, code: 'still_running', message: '' })

type Choice = { triviaId: string; answer: string }

/** The state of a running attempt: the current question, the selected option, the status of each answer, and whether it is over. */
export function useAttempt({ quiz, studentId }: { quiz: Quiz; studentId: string }) {
  const start = useQuery(attemptQuery(quiz))
  const attempt = start.data
  const steps = useSteps(attempt)
  const maintenance = useMaintenance()
  const isPaused = usePaused(start, maintenance?.phase === 'on')
  const left = useCountdown(attempt)
  const [index, setIndex] = useState<number>()
  const [choice, setChoice] = useState<Choice>()
  const [isFinished, setFinished] = useState(false)

  // Set once, when the attempt is first read: a refetch must not move the student to another question.
  if (attempt && index === undefined) setIndex(findStepToResume(steps))
  const currentIndex = index ?? 0
  const step = steps[currentIndex]
  const chosen = choice && choice.triviaId === step?._id ? choice.answer : undefined

  function submit(option: string): void {
    if (!attempt || !step || step.status.kind !== 'open') return
    const { _id, deadline } = attempt
    const { video, ageCategory } = quiz
    getAnswerOutbox().add({
      studentId,
      attemptId: _id,
      videoId: video._id,
      videoTitle: video.title,
      ageCategory,
      deadline,
      triviaId: step._id,
      answer: option,
      // Not the server's time: support compares it with when this phone sends the answer.
      tappedAt: Date.now(),
    })
  }

  // If an option is selected when the time runs out, it is submitted: it can still arrive within the server's grace period.
  const isWithinGrace = useWithinGrace(attempt)
  const lastChoice = left === 0 && !isPaused && isWithinGrace && step?.status.kind === 'open' ? chosen : undefined
  useEffect(() => {
    if (lastChoice !== undefined) submit(lastChoice)
  })

  const isRefusedAsOver = steps.some(({ refusal }) => isOverRefusal(refusal))
  const isCompleted = start.error instanceof ApiError && start.error.code === 'quiz_completed'
  const isOver = isFinished || left === 0 || isRefusedAsOver || isCompleted
  const pending = countPending(steps)
  // A query instead of a mutation: finishing again changes nothing, so it is retried until the server has confirmed it.
  const finishing = { params: { videoTitle: quiz.video.title, ageCategory: quiz.ageCategory } }
  const finish = useQuery({
    ...apiQuery(finishAttempt, finishing),
    queryFn: async ({ signal }) => {
      if (!isFinished && attempt && (await isStillRunning(quiz, attempt.deadline, signal))) {
        void start.refetch()
        throw stillRunning
      }
      return callApi(finishAttempt, finishing, { signal })
    },
    // Waits for the last answer, because the server would refuse it after the quiz is finished.
    enabled: isOver && !isPaused && pending === 0 && lastChoice === undefined && !isCompleted,
    staleTime: Infinity,
    gcTime: 0,
  })
  useRefetchAfterConflict(steps, () => void start.refetch())

  return {
    start,
    steps,
    currentIndex,
    step,
    left,
    totalSeconds: attempt && countTotalSeconds(attempt),
    chosen,
    pending,
    isOver,
    isPaused,
    maintenance,
    isTimeUp: left === 0,
    isFinished,
    isLocked: pending === 0 && (isCompleted || finish.isSuccess),
    finish,
    choose: (option: string) => step && setChoice({ triviaId: step._id, answer: option }),
    submit,
    next: () => (currentIndex + 1 < steps.length ? setIndex(currentIndex + 1) : setFinished(true)),
  }
}

function useSteps(attempt: Parameters<typeof buildSteps>[0] | undefined): QuizStep[] {
  const tracked = useTrackedAnswers()
  return attempt ? buildSteps(attempt, tracked) : []
}

/** Refetches the attempt if another tab or device has answered a question, because this page does not have that answer. */
function useRefetchAfterConflict(steps: readonly QuizStep[], refetch: () => void): void {
  const hasConflict = steps.some(({ refusal, status }) => refusal === 'already_answered' && status.kind === 'refused')
  useEffect(() => {
    if (hasConflict) refetch()
    // Once for each conflict, not on each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasConflict])
}

const RETRY_MS = 5_000

/**
 * Whether a quiz is paused: during maintenance, and then until the server has said how much time is left.
 * @param start the query that reads the attempt
 * @param isOn whether maintenance is on
 */
function usePaused(start: Pick<UseQueryResult, 'dataUpdatedAt' | 'error' | 'refetch'>, isOn: boolean): boolean {
  const { dataUpdatedAt, error, refetch } = start
  /** When the attempt was last read before maintenance ended; undefined without maintenance. */
  const [readAt, setReadAt] = useState<number>()
  const isCompleted = error instanceof ApiError && error.code === 'quiz_completed'
  const mustRead = !isOn && readAt === dataUpdatedAt && !isCompleted
  if (isOn && readAt !== dataUpdatedAt) setReadAt(dataUpdatedAt)
  if (!isOn && readAt !== undefined && !mustRead) setReadAt(undefined)
  useEffect(() => {
    if (!mustRead) return undefined
    getAnswerOutbox().retryNow()
    void refetch()
    const timer = setInterval(() => void refetch(), RETRY_MS)
    return () => clearInterval(timer)
  }, [mustRead, refetch])
  return isOn || mustRead
}
