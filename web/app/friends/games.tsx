import type { Challenge, Friend } from '@baobab/contract/friends/endpoints.ts'
import { resultSentence } from '@baobab/contract/friends/text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { text } from './text.ts'
import { usePlayWith } from './use-friends.ts'

/** The number of results shown: the newest of each friend are enough. */
const RESULTS = 5

/** The games with friends: those to play first, then those that wait for a friend, then results. */
export function Games({ challenges, friends }: { challenges: readonly Challenge[]; friends: readonly Friend[] }) {
  const order = ['playing', 'open', 'waiting'] as const
  const running = order.flatMap((state) => challenges.filter((one) => one.state === state))
  const over = challenges.filter(({ state }) => state === 'over').slice(0, RESULTS)
  if (running.length + over.length === 0) return null
  return (
    <Card className="stack stack-2" aria-labelledby="games">
      <h2 className="card__h" id="games">
        {text.games}
      </h2>
      <ul className="friends">
        {[...running, ...over].map((challenge, at) => (
          <li key={challenge._id}>
            <span className="friends__who">
              <b>{describeGame(challenge)}</b>
              <span className="small muted">{text.about(challenge.videoTitle)}</span>
            </span>
            <Action challenge={challenge} isFirst={at === 0} friends={friends} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function describeGame({ state, whose, username, mine, theirs, questionCount }: Challenge): string {
  if (state === 'playing') return text.stillPlaying(username)
  if (state === 'open') return whose === 'theirs' ? text.theirTurnFirst(username) : text.yourTurn(username)
  if (state === 'waiting') return text.waiting(mine ?? 0, questionCount, username)
  return resultSentence({ mine: mine ?? 0, friend: username, theirs: theirs ?? 0 })
}

type ActionProps = { challenge: Challenge; isFirst: boolean; friends: readonly Friend[] }

function Action({ challenge: { _id, state, friendId }, isFirst, friends }: ActionProps) {
  if (state === 'open' || state === 'playing')
    return (
      <Link
        className={buttonClass({ size: 'sm', kind: isFirst ? 'accent' : 'line' })}
        to={paths.student.challenge(_id)}
      >
        {state === 'open' ? text.playNow : text.goOn}
      </Link>
    )
  const friend = friends.find((one) => one._id === friendId)
  return state === 'over' && friend?.challengeRefusal === null ? <PlayAgain friendId={friendId} size="sm" /> : null
}

export function PlayAgain({ friendId, size = 'md' }: { friendId: string; size?: 'sm' | 'md' }) {
  const { playWith, busyLabel } = usePlayWith()
  return (
    <Button
      size={size}
      kind={size === 'sm' ? 'line' : 'accent'}
      busyLabel={busyLabel}
      onClick={() => playWith(friendId)}
    >
      {text.playAgain}
    </Button>
  )
}
