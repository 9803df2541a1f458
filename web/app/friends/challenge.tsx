import { listFriends, type Challenge, type Friend } from '@baobab/contract/friends/endpoints.ts'
import { friendsText, resultSentence } from '@baobab/contract/friends/text.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { failureTitle } from '../api/error-message.ts'
import { invalidate, prefetch } from '../api/query.ts'
import { celebrateOnce } from '../celebration/celebrate.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { Gone, LoadingGame, ToFriends } from './game-parts.tsx'
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
  const [isDone, setDone] = useState(false)
  const {
    Loaded: Questions,
    open,
    busyLabel,
  } = useOnDemand(() => import('./questions.tsx').then((one) => one.Questions))
  // Nothing is awaited while the student answers.
  const query = useFriends(Questions && !isDone ? undefined : id)
  const challenge = query.data?.challenges.find(({ _id }) => _id === id)
  // After a reload the clock is running: there is nothing to ask first.
  const isRunning = challenge?.state === 'playing' && !isDone
  useEffect(() => {
    if (isRunning) void open()
    // oxlint-disable-next-line react/exhaustive-deps -- `open` changes with every render
  }, [isRunning])
  const finish = () => {
    setDone(true)
    void invalidate(listFriends)
  }

  if (query.data && !challenge) return <Gone />
  return (
    <QueryView
      query={{ ...query, data: challenge }}
      heading="h1"
      failed={failureTitle(query.error, friendsText.friendsFailed)}
      loading={<LoadingGame />}
    >
      {(game) => {
        if (Questions && !isDone) return <Questions challenge={game} onDone={finish} />
        if (isRunning) return <LoadingGame />
        if (game.state === 'open' && !isDone)
          return <Start challenge={game} busyLabel={busyLabel} onStart={() => void open()} />
        return <Result challenge={game} friends={query.data?.friends ?? []} />
      }}
    </QueryView>
  )
}

type StartProps = { challenge: Challenge; busyLabel: string | false; onStart: () => void }

function Start({ challenge, busyLabel, onStart }: StartProps) {
  const { username, videoTitle, questionCount, seconds } = challenge
  return (
    <section className="card stack">
      <h1>{text.introTitle(username)}</h1>
      <p className="lead">{text.about(videoTitle)}</p>
      <div className="row">
        <Button kind="accent" busyLabel={busyLabel} onClick={onStart}>
          {text.start}
        </Button>
        <ToFriends />
      </div>
      <p>{text.rules(questionCount, text.minutes(seconds))}</p>
      <p className="muted">{text.sameQuestions}</p>
    </section>
  )
}

type ResultProps = { challenge: Challenge; friends: readonly Friend[] }

function Result({ challenge: { _id, state, username, friendId, mine, theirs, questionCount }, friends }: ResultProps) {
  const canPlayAgain = friends.some(({ _id, challengeRefusal }) => _id === friendId && challengeRefusal === null)
  const right = mine ?? 0
  const hasWon = state === 'over' && theirs !== null && right > theirs
  useEffect(() => {
    if (hasWon) celebrateOnce('best', `game ${_id}`)
  }, [hasWon, _id])
  if (state !== 'waiting' && state !== 'over') return <Loading text={text.counting} />
  const hasLost = theirs !== null && right < theirs
  const scene = right > 0 && !hasLost ? 'trophy' : 'empty'
  if (state === 'waiting' || theirs === null)
    return (
      <Empty
        heading="h1"
        scene={scene}
        title={text.waitingTitle(right, questionCount)}
        help={<span role="status">{text.waitingHelp(username)}</span>}
      >
        <ToFriends />
      </Empty>
    )
  const outcome = hasWon ? text.win : right === theirs ? text.tie : text.lose(username)
  return (
    <Empty
      heading="h1"
      scene={scene}
      title={resultSentence({ mine: right, friend: username, theirs })}
      help={<span role="status">{outcome}</span>}
    >
      {canPlayAgain && <PlayAgain friendId={friendId} />}
      <ToFriends />
    </Empty>
  )
}
