import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { loadOpenVideo } from './access.ts'
import { watches } from './tables.ts'

/**
 * Stores the position at which a student stopped watching, at most the end of the video. Returns the stored position.
 */
export async function saveProgress(
  app: App,
  student: StudentUser,
  { videoId, positionSeconds }: { videoId: string; positionSeconds: number },
): Promise<number> {
  const video = await loadOpenVideo(app, student, videoId)
  const progress = {
    positionSeconds: Math.min(positionSeconds, video.durationSeconds ?? positionSeconds),
    seenAt: app.clock.now(),
  }
  const [stored] = await app.db
    .insert(watches)
    .values({ studentId: student.id, videoId: video.id, ...progress })
    .onConflictDoUpdate({ target: [watches.studentId, watches.videoId], set: progress })
    .returning({ positionSeconds: watches.positionSeconds })
  return stored?.positionSeconds ?? progress.positionSeconds
}
