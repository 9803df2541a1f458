// One attempt while it runs: where the student is, what is chosen, how far each answer has come, and when it is over.
import { ApiError } from '@baobab/contract/api-error.ts'
import { finishAttempt } from '@baobab/contract/quiz.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '../api/query.ts'
import { getAnswerOutbox } from './answer-outbox.ts'
import { attemptQuery } from './attempt-query.ts'
import { isOverRefusal, pendingCount, findStepToResume, buildSteps, type QuizStep } from './rules.ts'
import { useCountdown, useGrace } from './use-countdown.ts'
import { useTrackedAnswers } from './use-outbox.ts'
import type { Quiz } from './use-quizzes.ts'

type Choice = { triviaId: string; answer: string }

export function useAttempt({ quiz, studentId }: { quiz: Quiz; studentId: string }) {
  const start = useQuery(attemptQuery(quiz))
  const { attempt, clock } = start.data ?? {}
  const steps = useSteps(attempt)
  const left = useCountdown(clock)
  const [place, setPlace] = useState<number>()
  const [choice, setChoice] = useState<Choice>()
  const [isFinished, setFinished] = useState(false)

  // The place is found once, when the attempt is first read; a later reading must not move the student.
  if (attempt && place === undefined) setPlace(findStepToResume(steps))
  const at = place ?? 0
  const step = steps[at]
  const chosen = choice && choice.triviaId === step?._id ? choice.answer : undefined

  function answer(given: string): void {
    if (!attempt || !step || step.status.kind !== 'open') return
    const { _id, deadline } = attempt
    const { video, ageCategory } = quiz
    const of = { studentId, attemptId: _id, videoId: video._id, videoTitle: video.title, ageCategory, deadline }
    getAnswerOutbox().put({ ...of, triviaId: step._id, answer: given })
  }

  // What stands chosen when the time runs out is sent: it can still arrive within the server's grace.
  const isInGrace = useGrace(clock)
  const lastChoice = left === 0 && isInGrace && step?.status.kind === 'open' ? chosen : undefined
  useEffect(() => {
    if (lastChoice !== undefined) answer(lastChoice)
  })

  const isRefusedAsOver = steps.some(({ refusal }) => isOverRefusal(refusal))
  const isCompleted = start.error instanceof ApiError && start.error.code === 'quiz_completed'
  const isOver = isFinished || left === 0 || isRefusedAsOver || isCompleted
  const pending = pendingCount(steps)
  // Finishing twice changes nothing, so it is a read for us: tried again until the server has said it.
  const finish = useQuery({
    ...apiQuery(finishAttempt, { params: { videoTitle: quiz.video.title, ageCategory: quiz.ageCategory } }),
    // Never before the last choice is on its way: finishing would lock it out.
    enabled: isOver && pending === 0 && lastChoice === undefined && !isCompleted,
    staleTime: Infinity,
    gcTime: 0,
  })
  useFreshAfterConflict(steps, () => void start.refetch())

  return {
    start,
    steps,
    at,
    step,
    left,
    totalSeconds: clock?.totalSeconds,
    chosen,
    pending,
    isOver,
    isTimeUp: left === 0,
    isLocked: pending === 0 && (isCompleted || finish.isSuccess),
    finish,
    choose: (given: string) => step && setChoice({ triviaId: step._id, answer: given }),
    answer,
    next: () => (at + 1 < steps.length ? setPlace(at + 1) : setFinished(true)),
  }
}

function useSteps(attempt: Parameters<typeof buildSteps>[0] | undefined): QuizStep[] {
  const tracked = useTrackedAnswers()
  return attempt ? buildSteps(attempt, tracked) : []
}

/** Another tab or device has answered a question: what stands there is the server's to tell. */
function useFreshAfterConflict(steps: readonly QuizStep[], refresh: () => void): void {
  const conflicts = steps.filter(({ refusal, status }) => refusal === 'already_answered' && status.kind === 'refused')
  const isBehind = conflicts.length > 0
  useEffect(() => {
    if (isBehind) refresh()
    // One reading for each conflict, not for each drawing of the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBehind])
}
