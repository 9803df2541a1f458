import { inArray } from 'drizzle-orm'
import type { Person } from '../platform/feature-data.ts'
import type { App } from '../platform/app.ts'
import { loadFriends } from './find-friends.ts'
import { sideOf } from './rules.ts'
import { friendNotifications } from './tables.ts'

/** Returns a student's friends and requests for the copy of all data: usernames and times. */
export async function copyFriends(app: Pick<App, 'db' | 'clock'>, { id }: Person) {
  const found = await loadFriends(app, app.db, id)
  return found.map(({ pair, other: { username } }) => {
    const { requestedAt, agreedAt } = pair
    return { username, isOwnRequest: pair.requestedBy === sideOf(pair, id), requestedAt, agreedAt }
  })
}

/** Returns the days on which a student was notified of something that friends did. */
export async function copyNotifications({ db }: Pick<App, 'db'>, { ids }: Person) {
  return db
    .select({ day: friendNotifications.day })
    .from(friendNotifications)
    .where(inArray(friendNotifications.studentId, ids))
}
