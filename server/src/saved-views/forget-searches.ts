import { toSearchKey } from '@baobab/contract/kernel/comparison.ts'
import { eq, like } from 'drizzle-orm'
import type { Tx } from '../platform/database/database.ts'
import { savedViews } from './tables.ts'

/** Shorter searches find many students and name none. */
const NAMING_LENGTH = 3

/**
 * Removes the searches that name an erased student from all saved views; their filters stay.
 * @param names the student's usernames, emails and phone numbers
 */
export async function forgetSearches(tx: Tx, names: readonly string[]): Promise<void> {
  const keys = names.map(toSearchKey).filter((key) => key !== '')
  const views = await tx
    .select({ id: savedViews.id, query: savedViews.query })
    .from(savedViews)
    .where(like(savedViews.query, '%search=%'))
    .for('update')
  for (const { id, query } of views) {
    const params = new URLSearchParams(query)
    const search = toSearchKey(params.get('search') ?? '')
    if (search.length < NAMING_LENGTH || !keys.some((key) => key.includes(search) || search.includes(key))) continue
    params.delete('search')
    await tx.update(savedViews).set({ query: params.toString() }).where(eq(savedViews.id, id))
  }
}
