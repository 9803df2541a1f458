import { answerChallenge, listFriends, startChallenge } from '@baobab/contract/friends/endpoints.ts'
import type { Challenge, ChallengeTurn } from '@baobab/contract/friends/endpoints.ts'
import { friendsText, resultSentence } from '@baobab/contract/friends/text.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorMessage, failureTitle } from '../api/error-message.ts'
import { apiQuery, invalidate, prefetch, useApiMutation } from '../api/query.ts'
import { paths } from '../paths.ts'
import { QuizQuestion } from '../quiz/quiz-question.tsx'
import { findStepToResume, type AnswerStatus, type QuizStep } from '../quiz/rules.ts'
import { useCountdown } from '../quiz/use-countdown.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { PlayAgain } from './games.tsx'
import { text } from './text.ts'
import { useFriends } from './use-friends.ts'

export function clientLoader() {
  prefetch(listFriends, {})
  return null
}

export const meta = () => pageMeta(text.game)

/** A game with a friend: its rules, its questions, then the result. */
export default function ChallengePage() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  return <Game key={id} id={id} />
}

function Game({ id }: { id: string }) {
  const query = useFriends(id)
  const [phase, setPhase] = useState<'start' | 'questions' | 'result'>('start')
  const finish = () => {
    setPhase('result')
    void invalidate(listFriends)
  }
  return (
    <QueryView
      query={query}
      heading="h1"
      failed={failureTitle(query.error, friendsText.friendsFailed)}
      loading={<LoadingGame />}
    >
      {({ challenges, friends }) => {
        const challenge = challenges.find(({ _id }) => _id === id)
        if (!challenge) return <Gone />
        const isOpen = challenge.state === 'open' || challenge.state === 'playing'
        if (phase === 'questions' || (phase === 'start' && challenge.state === 'playing'))
          return <Questions challenge={challenge} onDone={finish} />
        if (phase === 'start' && isOpen) return <Start challenge={challenge} onStart={() => setPhase('questions')} />
        const canPlayAgain = friends.some(
          ({ _id, challengeRefusal }) => _id === challenge.friendId && challengeRefusal === null,
        )
        return <Result challenge={challenge} canPlayAgain={canPlayAgain} />
      }}
    </QueryView>
  )
}

function LoadingGame() {
  return (
    <Loading text={text.loadingGame}>
      <Skeleton shape="title" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
    </Loading>
  )
}

function ToFriends() {
  return (
    <Link className={buttonClass({ kind: 'line' })} to={paths.student.friends}>
      {text.toFriends}
    </Link>
  )
}

function Gone() {
  return (
    <Empty heading="h1" title={text.gone} help={text.goneHelp}>
      <ToFriends />
    </Empty>
  )
}

function Start({ challenge, onStart }: { challenge: Challenge; onStart: () => void }) {
  const { username, videoTitle, questionCount, seconds } = challenge
  return (
    <section className="card stack">
      <h1>{text.introTitle(username)}</h1>
      <p className="lead">{text.about(videoTitle)}</p>
      <div className="row">
        <Button kind="accent" onClick={onStart}>
          {text.start}
        </Button>
        <ToFriends />
      </div>
      <p>{text.rules(questionCount, text.minutes(seconds))}</p>
      <p className="muted">{text.sameQuestions}</p>
    </section>
  )
}

/** The turn is started once: a second request would be refused when the turn is over. */
const once = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

type Playing = { challenge: Challenge; onDone: () => void }

function Questions({ challenge, onDone }: Playing) {
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
  })
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

type ResultProps = { challenge: Challenge; canPlayAgain: boolean }

function Result({ challenge: { state, username, friendId, mine, theirs, questionCount }, canPlayAgain }: ResultProps) {
  if (state !== 'waiting' && state !== 'over') return <Loading text={text.counting} />
  const right = mine ?? 0
  if (state === 'waiting' || theirs === null)
    return (
      <Empty
        heading="h1"
        scene="trophy"
        title={text.waitingTitle(right, questionCount)}
        help={<span role="status">{text.waitingHelp(username)}</span>}
      >
        <ToFriends />
      </Empty>
    )
  const outcome = right > theirs ? text.win : right === theirs ? text.tie : text.lose(username)
  return (
    <Empty
      heading="h1"
      scene="trophy"
      title={resultSentence({ mine: right, friend: username, theirs })}
      help={<span role="status">{outcome}</span>}
    >
      {canPlayAgain && <PlayAgain friendId={friendId} />}
      <ToFriends />
    </Empty>
  )
}
