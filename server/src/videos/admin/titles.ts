// Titles are unique by their key, and a former one goes on leading to its video until another takes it (decisions 3).
import { and, eq, isNull, ne } from 'drizzle-orm'
import { videosText } from '@baobab/contract/videos-text.ts'
import { titleKey } from '@baobab/contract/videos.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { formerTitles, videos } from '../tables.ts'

function refuseTaken(): never {
  return fail('title_taken', { errors: [{ path: 'title', message: videosText.titleTaken }] })
}

/** Refuses a taken title before the long work begins; the unique key decides in the end. */
export async function requireFreeTitle(db: Db | Tx, title: string, own?: string): Promise<void> {
  const isOther = own === undefined ? undefined : ne(videos.id, own)
  const [holder] = await db
    .select({ id: videos.id })
    .from(videos)
    .where(and(eq(videos.titleKey, titleKey(title)), isNull(videos.deletedAt), isOther))
  if (holder) refuseTaken()
}

function isTitleClash(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'constraint' in cause && cause.constraint === 'videos_title_key'
}

/** Runs the write that gives a video its title; of many at once, one has it. */
export async function claimTitle<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isTitleClash(error)) refuseTaken()
    throw error
  }
}

/** A title that is current again leads nowhere else. Call after the write that claims it. */
export async function takeOverTitle(tx: Tx, title: string): Promise<void> {
  await tx.delete(formerTitles).where(eq(formerTitles.titleKey, titleKey(title)))
}
