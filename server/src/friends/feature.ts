import { inArray, or, sql } from 'drizzle-orm'
import type { Feature } from '../platform/feature.ts'
import { describeTables, type Person } from '../platform/feature-data.ts'
import { copyFriends, copyNotifications } from './copy-friends.ts'
import * as tables from './tables.ts'
import { addFriendRoutes } from './routes.ts'
import { startFriendJobs } from './jobs.ts'

const { friendChallenges, friendNotifications, friendships } = tables

const isPairOf = ({ ids }: Person) =>
  or(inArray(friendships.lowId, ids), inArray(friendships.highId, ids)) ?? sql`false`

export const friends: Feature = {
  name: 'friends',
  routes: [addFriendRoutes],
  jobs: [startFriendJobs],
  tables: describeTables(tables, {
    friendCodes: { copy: { as: 'friendCodes' }, erase: 'delete' },
    friendships: {
      of: isPairOf,
      // Friends are named, because their ids say nothing to the student.
      copy: { as: 'friends', read: copyFriends },
      erase: 'delete',
    },
    friendChallenges: {
      of: (person) =>
        sql`${friendChallenges.friendshipId} in (select ${friendships.id} from ${friendships} where ${isPairOf(person)})`,
      copy: { without: 'the student’s own turns are copied' },
      erase: { goesWith: 'the friendship' },
    },
    challengeTurns: { copy: { as: 'challengeTurns' }, erase: 'delete' },
    friendNotifications: {
      of: ({ ids }) =>
        or(inArray(friendNotifications.studentId, ids), inArray(friendNotifications.otherId, ids)) ?? sql`false`,
      // Only the student's own, not those of their friends.
      copy: { as: 'friendNotifications', read: copyNotifications },
      erase: 'delete',
    },
  }),
  distribution: {
    byStudent: [friendNotifications],
    coordinator: [tables.friendCodes, friendships, friendChallenges, tables.challengeTurns],
  },
}
