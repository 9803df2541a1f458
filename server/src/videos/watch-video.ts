import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { loadOpenVideo } from './access.ts'
import { watches } from './tables.ts'

/**
 * Marks a video as watched. Repeating it changes nothing, and it earns no points, so that there is no reason to repeat it.
 */
export async function watchVideo(app: App, student: StudentUser, videoId: string): Promise<void> {
  const video = await loadOpenVideo(app, student, videoId)
  const now = app.clock.now()
  await app.db
    .insert(watches)
    .values({ studentId: student.id, videoId: video.id, seenAt: now, watchedAt: now })
    .onConflictDoUpdate({
      target: [watches.studentId, watches.videoId],
      set: { watchedAt: sql`coalesce(${watches.watchedAt}, excluded.watched_at)` },
    })
}
