import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { loadOpenVideo } from './access.ts'
import { watches } from './tables.ts'

/** Keeps the place at which a student left a video; never one past its end. Answers the place kept. */
export async function saveProgress(
  app: App,
  student: StudentUser,
  { videoId, positionSeconds }: { videoId: string; positionSeconds: number },
): Promise<number> {
  const video = await loadOpenVideo(app, student, videoId)
  const seen = {
    positionSeconds: Math.min(positionSeconds, video.durationSeconds ?? positionSeconds),
    seenAt: app.clock.now(),
  }
  await app.db
    .insert(watches)
    .values({ studentId: student.id, videoId: video.id, ...seen })
    .onConflictDoUpdate({ target: [watches.studentId, watches.videoId], set: seen })
  return seen.positionSeconds
}
