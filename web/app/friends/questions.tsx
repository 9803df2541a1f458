// The questions of a game. The page loads them when the student starts.
import { answerChallenge, startChallenge } from '@baobab/contract/friends/endpoints.ts'
import type { Challenge, ChallengeTurn } from '@baobab/contract/friends/endpoints.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorMessage, failureTitle } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { paths } from '../paths.ts'
import { QuizQuestion } from '../quiz/quiz-question.tsx'
import { findStepToResume, type AnswerStatus, type QuizStep } from '../quiz/rules.ts'
import { useCountdown } from '../quiz/use-countdown.ts'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Gone, LoadingGame } from './game-parts.tsx'
import { text } from './text.ts'

/** The turn is started once: a second request would be refused when the turn is over. */
const once = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

type Playing = { challenge: Challenge; onDone: () => void }

/** A student's turn: one question after another, until the last one is answered or the time is up. */
export function Questions({ challenge, onDone }: Playing) {
  const query = useQuery({ ...apiQuery(startChallenge, { params: { challengeId: challenge._id } }), ...once })
  const isGone = query.error instanceof ApiError && query.error.code === 'challenge_not_found'
  if (isGone) return <Gone />
  return (
    <QueryView query={query} heading="h1" failed={failureTitle(query.error, text.gameFailed)} loading={<LoadingGame />}>
      {(turn) => <Turn turn={turn} onDone={onDone} />}
    </QueryView>
  )
}

function toSteps({ questions, answers }: ChallengeTurn): QuizStep[] {
  return questions.map((question) => {
    const saved = answers.find(({ triviaId }) => triviaId === question._id)
    const status: AnswerStatus = saved ? { kind: 'saved', ...saved } : { kind: 'open' }
    return { ...question, status, refusal: undefined }
  })
}

/** Asks one question after another. The server judges each answer; one that cannot be sent may be tried again. */
function Turn({ turn, onDone }: { turn: ChallengeTurn; onDone: () => void }) {
  const [steps, setSteps] = useState(() => toSteps(turn))
  const [index, setIndex] = useState(() => findStepToResume(steps))
  const [choice, setChoice] = useState<{ stepId: string; option: string }>()
  const sending = useApiMutation(answerChallenge, { changes: [] })
  const left = useCountdown(turn)
  const step = steps[index]
  const isTimeUp = left === 0 && !sending.isPending && step?.status.kind === 'open'
  useEffect(() => {
    if (isTimeUp || !step) onDone()
    // oxlint-disable-next-line react/exhaustive-deps -- `onDone` changes with every render
  }, [isTimeUp, step === undefined])
  if (!step || left === undefined) return <LoadingGame />

  async function submit(answer: string) {
    if (!step || sending.isPending) return
    try {
      const body = { triviaId: step._id, answer }
      const {
        message: _,
        triviaId: __,
        ...result
      } = await sending.mutateAsync({ params: { challengeId: turn._id }, body })
      setSteps(steps.map((one, at) => (at === index ? { ...one, status: { kind: 'saved', ...result } } : one)))
    } catch (error) {
      if (error instanceof ApiError && ['time_is_up', 'challenge_not_found'].includes(error.code)) onDone()
    }
  }

  return (
    <>
      {sending.error && (
        <Note kind="bad" role="alert">
          {errorMessage(sending.error, text.answerFailed)}
        </Note>
      )}
      <QuizQuestion
        title={text.introTitle(turn.username)}
        steps={steps}
        index={index}
        step={step}
        left={left}
        totalSeconds={turn.seconds}
        isYoung={turn.ageCategory === '5-10'}
        chosen={choice?.stepId === step._id ? choice.option : undefined}
        onChoose={(option) => setChoice({ stepId: step._id, option })}
        onSubmit={(option) => void submit(option)}
        onNext={() => (index + 1 === steps.length ? onDone() : setIndex(index + 1))}
        exit={{ to: paths.student.friends, label: text.leave }}
        hint={text.noPoints}
      />
    </>
  )
}
