import { randomInt } from 'node:crypto'
import { friendsText } from '@baobab/contract/friends/text.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { findCode } from '../platform/http/errors.ts'
import { attemptKey, countAttempt } from '../platform/security/attempt-backoff.ts'
import { requireFriends } from './find-friends.ts'
import { makeCode } from './rules.ts'
import { friendCodes } from './tables.ts'

/** After ten new codes in a day or so, each needs a longer wait. */
const backoff = { freeAttempts: 10, initialMs: 60_000, maxMs: 24 * 3_600_000 }

const UNIQUE_VIOLATION = '23505'

/** Makes the code by which others find the student. The former one stops working at once. */
export async function makeFriendCode(app: App, who: StudentUser): Promise<string> {
  await requireFriends(app, app.db, who)
  await countAttempt(app, attemptKey('friend-code-made', who.id), backoff, friendsText.tooManyCodes)
  return replaceCode(app, who)
}

async function replaceCode(app: App, who: StudentUser): Promise<string> {
  const values = { code: makeCode((below) => randomInt(below)), madeAt: app.clock.now() }
  try {
    await app.db
      .insert(friendCodes)
      .values({ studentId: who.id, ...values })
      .onConflictDoUpdate({ target: friendCodes.studentId, set: values })
    return values.code
  } catch (error) {
    // Another student has this code.
    if (findCode(error) !== UNIQUE_VIOLATION) throw error
    return replaceCode(app, who)
  }
}
