import { ageAt } from '@baobab/contract/accounts/rules.ts'
import { FRIENDS_AGE_MIN } from '@baobab/contract/friends/rules.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from './query.ts'
import { serverDate } from './server-time.ts'
import { useStudentSession } from './session.ts'

/** Returns whether the logged-in student is old enough for friends; false until the profile is loaded. */
export function useMayHaveFriends(): boolean {
  const session = useStudentSession()
  const { data } = useQuery({
    ...apiQuery(readStudentProfile, { params: { username: session?.username ?? '' } }),
    enabled: session !== undefined,
  })
  return data !== undefined && ageAt(data.data.birth, serverDate()) >= FRIENDS_AGE_MIN
}
