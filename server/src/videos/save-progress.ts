import type { App } from '../app.ts'
import type { StudentPerson } from '../platform/auth.ts'
import { openVideo } from './access.ts'
import { watches } from './tables.ts'

/** Keeps the place at which a student left a video; never one past its end. Answers the place kept. */
export async function saveProgress(
  app: App,
  student: StudentPerson,
  { videoId, positionSeconds }: { videoId: string; positionSeconds: number },
): Promise<number> {
  const video = await openVideo(app, student, videoId)
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
