import { and, count, eq, isNull } from 'drizzle-orm'
import { BOOKMARKS_MAX } from '@baobab/contract/videos/rules.ts'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { findVideoById } from './queries.ts'
import { isListedAt } from './rules.ts'
import { bookmarks } from './tables.ts'

/** Returns the id of a video that students can see, locked or not. */
async function requireListedVideo(app: App, id: string): Promise<string> {
  const video = await findVideoById(app.db, id)
  if (!video || !isListedAt(video, app.clock.now())) fail('video_not_found')
  return video.id
}

/** Bookmarks a video. Repeating it changes nothing. */
export async function addBookmark(app: App, student: StudentUser, id: string): Promise<void> {
  const bookmark = { studentId: student.id, videoId: await requireListedVideo(app, id), createdAt: app.clock.now() }
  await app.db.transaction(async (tx) => {
    // Locks the student's row: simultaneous calls cannot pass the limit together, and none adds to an erased account.
    const [account] = await tx
      .select({ id: students.id })
      .from(students)
      .where(and(eq(students.id, student.id), isNull(students.erasedAt)))
      .for('no key update')
    if (!account) fail('unauthorised')
    await tx.insert(bookmarks).values(bookmark).onConflictDoNothing()
    const [row] = await tx.select({ total: count() }).from(bookmarks).where(eq(bookmarks.studentId, student.id))
    if ((row?.total ?? 0) > BOOKMARKS_MAX) fail('too_many_bookmarks')
  })
}

/** Removes a bookmark. Repeating it changes nothing. */
export async function removeBookmark(app: App, student: StudentUser, id: string): Promise<void> {
  const videoId = await requireListedVideo(app, id)
  await app.db.delete(bookmarks).where(and(eq(bookmarks.studentId, student.id), eq(bookmarks.videoId, videoId)))
}
