import { challengeFriend, listFriends, type Challenge, type Friend } from '@baobab/contract/friends/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'

/** How often a page that waits for the end of a game asks again. */
const WAITING_MS = 3_000

/**
 * Reads friends, requests and games.
 * @param awaited the game whose result the page waits for
 */
export function useFriends(awaited?: string) {
  return useQuery({
    ...apiQuery(listFriends, {}),
    refetchInterval: ({ state: { data } }) => {
      const game = data?.challenges.find(({ _id }) => _id === awaited)
      return (game?.state === 'playing' || game?.state === 'waiting') && WAITING_MS
    },
  })
}

/** Challenges a friend, and opens the game. */
export function usePlayWith() {
  const navigate = useNavigate()
  const making = useApiMutation(challengeFriend, { changes: [listFriends] })
  const playWith = (friendId: string) =>
    making.mutateAsync({ params: { friendId } }).then(
      ({ challengeId }) => void navigate(paths.student.challenge(challengeId)),
      (error: unknown) => toast(errorMessage(error, text.challengeFailed), { kind: 'bad' }),
    )
  return { playWith: (friendId: string) => void playWith(friendId), busyLabel: making.isPending && text.starting }
}

/** Returns the game that a student should play next: one that is running, then one that a friend made. */
export function nextChallenge(challenges: readonly Challenge[]): Challenge | undefined {
  const open = challenges.filter(({ state }) => state === 'open')
  return challenges.find(({ state }) => state === 'playing') ?? open.find(({ whose }) => whose === 'theirs') ?? open[0]
}

/** Returns a friend with whom a new game can start. */
export function nextFriend(friends: readonly Friend[]): Friend | undefined {
  return friends.find(({ challengeRefusal }) => challengeRefusal === null)
}
