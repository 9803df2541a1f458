// Titles are unique, compared by their keys. A former title still finds its video until another video takes it.
import { and, eq, isNull, ne } from 'drizzle-orm'
import { videosText } from '@baobab/contract/videos-text.ts'
import { titleKey } from '@baobab/contract/videos.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { formerTitles, videos } from '../tables.ts'

function failTitleTaken(): never {
  return fail('title_taken', { errors: [{ path: 'title', message: videosText.titleTaken }] })
}

/**
 * Refuses a title that another video has, before slow work begins. Not a guarantee: the unique index decides.
 * @param ownId the video that may already have the title
 */
export async function requireUnusedTitle(db: Db | Tx, title: string, ownId?: string): Promise<void> {
  const isOther = ownId === undefined ? undefined : ne(videos.id, ownId)
  const [owner] = await db
    .select({ id: videos.id })
    .from(videos)
    .where(and(eq(videos.titleKey, titleKey(title)), isNull(videos.deletedAt), isOther))
  if (owner) failTitleTaken()
}

function isTitleConflict(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'constraint' in cause && cause.constraint === 'videos_title_key'
}

/** Runs a write that gives a video its title; a conflict with another video becomes a refusal. */
export async function refuseTakenTitle<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isTitleConflict(error)) failTitleTaken()
    throw error
  }
}

/**
 * Stops a title from finding the videos that had it before. Call it after the write that gives the title to a video.
 */
export async function deleteFormerTitle(tx: Tx, title: string): Promise<void> {
  await tx.delete(formerTitles).where(eq(formerTitles.titleKey, titleKey(title)))
}
