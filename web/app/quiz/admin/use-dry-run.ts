// One dry run: its paper and clock from the server, everything else in this page.
import { dryRun } from '@baobab/contract/quiz-admin.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { readClock } from '../rules.ts'
import { useCountdown } from '../use-countdown.ts'
import { buildDryRunReview, buildDryRunSteps, type Given } from './dry-run.ts'
import type { QuizKey } from './use-questions.ts'

/**
 * A run from its start to its review.
 * @param only the one question to ask, for its preview
 */
export function useDryRun(quiz: QuizKey, only: string | undefined) {
  const paper = usePaper(quiz, only)
  const { run, clock } = paper.data ?? {}
  const left = useCountdown(clock)
  const [given, setGiven] = useState<Given>({})
  const [choice, setChoice] = useState<{ of: string; answer: string }>()
  const [at, setPlace] = useState(0)
  const [isFinished, setFinished] = useState(false)

  const steps = run ? buildDryRunSteps(run, given) : []
  const step = steps[at]
  const chosen = choice && choice.of === step?._id ? choice.answer : undefined
  const isTimeUp = left === 0 && !isFinished
  // What stands chosen when the time runs out counts, as it does for a student.
  const last = isTimeUp && step?.status.kind === 'open' && chosen !== undefined ? { [step._id]: chosen } : {}

  return {
    paper,
    steps,
    at,
    step,
    left,
    totalSeconds: clock?.totalSeconds,
    chosen,
    isTimeUp,
    review: run && (isFinished || isTimeUp) ? buildDryRunReview(run, { ...given, ...last }) : undefined,
    choose: (answer: string) => step && setChoice({ of: step._id, answer }),
    answer: (answer: string) => step && setGiven({ ...given, [step._id]: answer }),
    next: () => (at + 1 < steps.length ? setPlace(at + 1) : setFinished(true)),
  }
}

/** Read once for each run: another reading would shuffle anew in the middle of it. */
function usePaper({ videoId, ageCategory }: QuizKey, only: string | undefined) {
  const [runId] = useState(() => crypto.randomUUID())
  return useQuery({
    queryKey: ['dry-run', runId],
    queryFn: async ({ signal }) => {
      const sentAt = performance.now()
      const whole = await callApi(dryRun, { query: { videoId, ageCategory } }, { signal })
      const asked = whole.questions.filter(({ _id }) => _id === only)
      const run = asked.length > 0 ? { ...whole, questions: asked } : whole
      return { run, clock: readClock(whole, sentAt, performance.now()) }
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
