// The state of one dry run. The questions and the clock come from the server; everything else stays in the page.
import { dryRun } from '@baobab/contract/quiz/admin.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { readClock } from '../rules.ts'
import { useCountdown } from '../use-countdown.ts'
import { buildDryRunReview, buildDryRunSteps, type DryRunAnswers } from './dry-run.ts'
import type { QuizKey } from './use-questions.ts'

/**
 * Runs a quiz without an attempt, from the first question to the review.
 * @param onlyQuestion the id of the one question to ask, when previewing it
 */
export function useDryRun(quiz: QuizKey, onlyQuestion: string | undefined) {
  const query = useDryRunQuery(quiz, onlyQuestion)
  const { run, clock } = query.data ?? {}
  const left = useCountdown(clock)
  const [answers, setAnswers] = useState<DryRunAnswers>({})
  const [choice, setChoice] = useState<{ questionId: string; answer: string }>()
  const [index, setIndex] = useState(0)
  const [isFinished, setFinished] = useState(false)

  const steps = run ? buildDryRunSteps(run, answers) : []
  const step = steps[index]
  const chosen = choice && choice.questionId === step?._id ? choice.answer : undefined
  const isTimeUp = left === 0 && !isFinished
  // The option that is selected when the time runs out counts, as it does for a student.
  const last = isTimeUp && step?.status.kind === 'open' && chosen !== undefined ? { [step._id]: chosen } : {}

  return {
    query,
    steps,
    index,
    step,
    left,
    totalSeconds: clock?.totalSeconds,
    chosen,
    isTimeUp,
    review: run && (isFinished || isTimeUp) ? buildDryRunReview(run, { ...answers, ...last }) : undefined,
    choose: (answer: string) => step && setChoice({ questionId: step._id, answer }),
    answer: (answer: string) => step && setAnswers({ ...answers, [step._id]: answer }),
    next: () => (index + 1 < steps.length ? setIndex(index + 1) : setFinished(true)),
  }
}

/** Loads the questions only once for each run, because the server chooses and shuffles them on every request. */
function useDryRunQuery({ videoId, ageCategory }: QuizKey, onlyQuestion: string | undefined) {
  const [runId] = useState(() => crypto.randomUUID())
  return useQuery({
    queryKey: ['dry-run', runId],
    queryFn: async ({ signal }) => {
      const sentAt = performance.now()
      const query = { videoId, ageCategory, triviaId: onlyQuestion }
      const run = await callApi(dryRun, { query }, { signal })
      return { run, clock: readClock(run, sentAt, performance.now()) }
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
