import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { text } from './text.ts'
import { nextChallenge, nextFriend, useFriends, usePlayWith } from './use-friends.ts'

/** Offers a game with a friend, or to add a friend, on the cloth of the path. Nothing for students who may not have friends. */
export function ChallengeOffer() {
  const { data } = useFriends()
  const { playWith, busyLabel } = usePlayWith()
  if (!data) return null
  const challenge = nextChallenge(data.challenges)
  if (challenge)
    return (
      <Offer
        help={
          challenge.whose === 'theirs' ? text.theirTurnFirst(challenge.username) : text.yourTurn(challenge.username)
        }
      >
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.challenge(challenge._id)}>
          {text.playNow}
        </Link>
      </Offer>
    )
  const friend = nextFriend(data.friends)
  if (friend)
    return (
      <Offer help={text.offerHelp}>
        <Button kind="line" size="sm" busyLabel={busyLabel} onClick={() => playWith(friend._id)}>
          {text.playWith(friend.username)}
        </Button>
      </Offer>
    )
  return (
    <Offer help={text.offerNone}>
      <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.friends}>
        {data.friends.length > 0 ? text.toFriends : text.offerAdd}
      </Link>
    </Offer>
  )
}

function Offer({ help, children }: { help: string; children: ReactNode }) {
  return (
    <section className="friend-offer">
      <div className="grow">
        <h2>{text.offerTitle}</h2>
        <p className="small">{help}</p>
      </div>
      {children}
    </section>
  )
}
