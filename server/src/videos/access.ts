// Checks who may open a video. Used for watching, for saving progress and for the quiz.
import { makeAPayment } from '@baobab/contract/payments/text.ts'
import { hasAccess } from '../payments/queries.ts'
import type { App } from '../platform/app.ts'
import type { SessionUser, StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { readCachedSettings } from '../settings/queries.ts'
import { findVideoById } from './queries.ts'
import { checkVideoAccess, isListedAt } from './rules.ts'
import type { VideoRow } from './tables.ts'

/** Refuses a caller who may not open a video: visitors with 401, students who have not paid with 402. */
export async function requireVideoAccess(
  app: App,
  user: SessionUser | undefined,
  video: Pick<VideoRow, 'access'>,
): Promise<void> {
  const needsPayment = video.access === 'premium' && user?.kind === 'student'
  const hasPaid = needsPayment && (await hasAccess(app.db, user.id))
  const access = checkVideoAccess(video, { user, hasPaid })
  if (access === 'log_in') fail('unauthorised')
  if (access === 'pay') fail('payment_needed', { message: makeAPayment((await readCachedSettings(app)).priceKobo) })
}

/** Returns a video that this student may open. Refuses any other, including one that students cannot see (yet). */
export async function loadOpenVideo(app: App, student: StudentUser, id: string): Promise<VideoRow> {
  const video = await findVideoById(app.db, id)
  if (!video || !isListedAt(video, app.clock.now())) fail('video_not_found')
  await requireVideoAccess(app, student, video)
  return video
}
