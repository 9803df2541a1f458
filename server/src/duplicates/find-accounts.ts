// Finds the two accounts that an admin wants to merge.
import { findStudentByUsername, type StudentRow } from '../accounts/queries.ts'
import { duplicatesText } from '@baobab/contract/duplicates/endpoints.ts'
import type { App } from '../platform/app.ts'
import { fail, failField } from '../platform/http/errors.ts'

/** The account that remains, and the one that is merged into it. */
export type Pair = { kept: StudentRow; merged: StudentRow }

/**
 * Finds both accounts by their usernames, even if one has already been merged. Fails with 404 if the account in the path is
 * unknown, and with 400 if the one in `into` is unknown or the same.
 */
export async function findPair(app: App, { username, into }: { username: string; into: string }): Promise<Pair> {
  const [merged, kept] = [await findStudentByUsername(app.db, username), await findStudentByUsername(app.db, into)]
  if (!merged) fail('not_found')
  if (!kept) failField('into', duplicatesText.otherUnknown)
  if (kept.id === merged.id) failField('into', duplicatesText.sameAccount)
  return { kept, merged }
}
