// Titles are unique. Titles from earlier releases may differ only in spaces or quotes; these are matched exactly. A
// former title leads to its video until another video takes it.
import { and, isNull, ne } from 'drizzle-orm'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import { isSameText } from '../../platform/database/compare-texts.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { fail, findConstraint } from '../../platform/http/errors.ts'
import { formerTitles, videos } from '../tables.ts'

function failTitleTaken(): never {
  return fail('title_taken', { errors: [{ path: 'title', message: videosAdminText.titleTaken }] })
}

/**
 * Refuses a title that another video has, or one that looks the same, before slow work begins. If two videos get the
 * same title at the same time, the unique index decides; it ignores only case.
 * @param ownId the video that may already have the title
 */
export async function requireUnusedTitle(db: Db | Tx, title: string, ownId?: string): Promise<void> {
  const isOther = ownId === undefined ? undefined : ne(videos.id, ownId)
  const [owner] = await db
    .select({ id: videos.id })
    .from(videos)
    .where(and(isSameText(videos.titleKey, title), isNull(videos.deletedAt), isOther))
  if (owner) failTitleTaken()
}

const isTitleConflict = (error: unknown): boolean => findConstraint(error) === 'videos_title_key'

/** Runs a write that sets the title of a video, and refuses the title if another video has it. */
export async function refuseTakenTitle<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isTitleConflict(error)) failTitleTaken()
    throw error
  }
}

/** Detaches a title from the videos that had it before. Call it after the write that assigns the title to a video. */
export async function deleteFormerTitle(tx: Tx, title: string): Promise<void> {
  await tx.delete(formerTitles).where(isSameText(formerTitles.titleKey, title))
}
