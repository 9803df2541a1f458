import {
  agreeToFriend,
  listFriends,
  removeFriend,
  type Friend,
  type FriendRequest,
} from '@baobab/contract/friends/endpoints.ts'
import { friendsText } from '@baobab/contract/friends/text.ts'
import { ApiError, type ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { prefetch, useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/mutation-result.tsx'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, buttonClass, IconButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { AddFriend } from './add-friend.tsx'
import { Games } from './games.tsx'
import { OwnCode } from './own-code.tsx'
import { text } from './text.ts'
import { useFriends, usePlayWith } from './use-friends.ts'

export function clientLoader() {
  prefetch(listFriends, {})
  return null
}

export const meta = () => pageMeta(text.title, text.description)

/** Friends, requests and games, the student's own code, and a field for a friend's code. */
export default function Friends() {
  const query = useFriends()
  const { error } = query
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'friends_too_young' || code === 'friends_off')
    return (
      <Empty
        heading="h1"
        title={code === 'friends_off' ? text.offTitle : text.tooYoungTitle}
        help={code === 'friends_off' ? friendsText.off : friendsText.tooYoung}
      >
        <Link className={buttonClass()} to={paths.student.videos}>
          {text.toVideos}
        </Link>
      </Empty>
    )
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <QueryView query={query} failed={friendsText.friendsFailed} loading={<LoadingFriends />}>
        {(all) => <Everything all={all} />}
      </QueryView>
    </>
  )
}

/** What to do now comes first. Without a friend, or with a code from a link, that is to add one. */
function Everything({ all: { code, friends, requests, challenges } }: { all: ReplyOf<typeof listFriends> }) {
  const { hash } = useLocation()
  const isAdding = friends.length + requests.length === 0 || hash !== ''
  return (
    <>
      <div className="grid split">
        <div className="stack stack-6">
          {isAdding && <AddFriend />}
          <Received requests={requests.filter(({ whose }) => whose === 'theirs')} />
          <Games challenges={challenges} friends={friends} />
          <FriendList friends={friends} />
          <Sent requests={requests.filter(({ whose }) => whose === 'mine')} />
        </div>
        <div className="stack stack-6">
          {!isAdding && <AddFriend />}
          <OwnCode code={code} />
        </div>
      </div>
      {friends.length === 0 && <Empty title={text.noFriends} help={text.noFriendsHelp} />}
    </>
  )
}

function LoadingFriends() {
  return (
    <Loading text={text.loading}>
      <RowsSkeleton />
    </Loading>
  )
}

/** Answers a request, or removes a friend. */
function useAnswer() {
  const changes = [listFriends]
  const agreeing = useApiMutation(agreeToFriend, { changes })
  const removing = useApiMutation(removeFriend, { changes })
  return {
    isPending: agreeing.isPending || removing.isPending,
    isRemoving: removing.isPending,
    agree: (friendId: string) => void toastResult(agreeing.mutateAsync({ params: { friendId } }), text.failed),
    remove: (friendId: string) => toastResult(removing.mutateAsync({ params: { friendId } }), text.failed),
  }
}

type ListProps = { id: string; title: string; children: ReactNode }

function List({ id, title, children }: ListProps) {
  return (
    <Card className="stack stack-2" aria-labelledby={id}>
      <h2 className="card__h" id={id}>
        {title}
      </h2>
      <ul className="friends">{children}</ul>
    </Card>
  )
}

function Person({
  person: { username, avatar, ageCategory },
  children,
}: {
  person: FriendRequest | Friend
  children?: ReactNode
}) {
  return (
    <>
      <Avatar name={username} avatar={avatar} />
      <span className="friends__who">
        <b>{username}</b>
        <span className="small muted">{children ?? text.ageGroup(ageCategory)}</span>
      </span>
    </>
  )
}

function Received({ requests }: { requests: readonly FriendRequest[] }) {
  const { isPending, agree, remove } = useAnswer()
  if (requests.length === 0) return null
  return (
    <List id="received" title={text.received}>
      {requests.map((request) => (
        <li key={request._id}>
          <Person person={request} />
          <span className="row nowrap">
            <Button
              size="sm"
              aria-label={text.yesTo(request.username)}
              disabled={isPending}
              onClick={() => agree(request._id)}
            >
              {text.yes}
            </Button>
            <Button
              size="sm"
              kind="line"
              aria-label={text.noTo(request.username)}
              disabled={isPending}
              onClick={() => void remove(request._id)}
            >
              {text.no}
            </Button>
          </span>
        </li>
      ))}
    </List>
  )
}

function Sent({ requests }: { requests: readonly FriendRequest[] }) {
  const { isPending, remove } = useAnswer()
  if (requests.length === 0) return null
  return (
    <List id="sent" title={text.sent}>
      {requests.map((request) => (
        <li key={request._id}>
          <Person person={request} />
          <Button
            size="sm"
            kind="quiet"
            aria-label={text.takeBackFrom(request.username)}
            disabled={isPending}
            onClick={() => void remove(request._id)}
          >
            {text.takeBack}
          </Button>
        </li>
      ))}
    </List>
  )
}

function FriendList({ friends }: { friends: readonly Friend[] }) {
  if (friends.length === 0) return null
  return (
    <List id="friends" title={text.friends}>
      {friends.map((friend) => (
        <FriendRow key={friend._id} friend={friend} />
      ))}
    </List>
  )
}

const refusals = {
  other_group: friendsText.otherGroup,
  no_shared_quiz: friendsText.noSharedQuiz,
  too_many_challenges: friendsText.tooManyChallenges,
  too_many_challenges_today: friendsText.tooManyChallengesToday,
} as const

function FriendRow({ friend }: { friend: Friend }) {
  const { _id, username, pointsThisMonth, streakDays, challengeRefusal, ageCategory } = friend
  const { playWith, busyLabel } = usePlayWith()
  return (
    <li>
      <Person person={friend}>
        {[text.ageGroup(ageCategory), text.points(pointsThisMonth), streakDays > 0 && text.streak(streakDays)]
          .filter(Boolean)
          .join(' · ')}
      </Person>
      <span className="row nowrap">
        {challengeRefusal === null && (
          <Button
            kind="accent"
            size="sm"
            aria-label={text.playWith(username)}
            busyLabel={busyLabel}
            onClick={() => playWith(_id)}
          >
            {text.play}
          </Button>
        )}
        <RemoveFriend friend={friend} />
      </span>
      {challengeRefusal !== null && <p className="small muted">{refusals[challengeRefusal]}</p>}
    </li>
  )
}

function RemoveFriend({ friend: { _id, username } }: { friend: Friend }) {
  const [isAsking, setAsking] = useState(false)
  const { isRemoving, remove } = useAnswer()
  return (
    <>
      <IconButton icon="trash" label={text.removeLabel(username)} onClick={() => setAsking(true)} />
      <Dialog
        isOpen={isAsking}
        title={text.removeQuestion(username)}
        confirmLabel={text.remove}
        busyLabel={isRemoving && text.removing}
        isDangerous
        onConfirm={() => void remove(_id).then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      >
        {text.removeHelp}
      </Dialog>
    </>
  )
}
