// The gate before everything that belongs to a video: its watching, its progress, its quiz.
import { makeAPayment } from '@baobab/contract/price-text.ts'
import type { App } from '../platform/app.ts'
import { isPaid } from '../payments/queries.ts'
import type { SessionUser, StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { readCachedSettings } from '../settings/queries.ts'
import { findVideoById, type VideoRow } from './queries.ts'
import { checkVideoAccess } from './rules.ts'

/** Refuses whoever may not open a video: visitors with 401, students who have not paid with 402 (decisions 3). */
export async function requireVideoAccess(
  app: App,
  person: SessionUser | undefined,
  video: Pick<VideoRow, 'access'>,
): Promise<void> {
  const mustAsk = video.access === 'premium' && person?.kind === 'student'
  const paid = mustAsk && (await isPaid(app.db, person.id))
  const verdict = checkVideoAccess(video, { person, paid })
  if (verdict === 'log_in') fail('unauthorised')
  if (verdict === 'pay') fail('payment_needed', { message: makeAPayment((await readCachedSettings(app)).priceKobo) })
}

/** The video of an id for a student who may open it; failed ones are seen in the console only. */
export async function loadOpenVideo(app: App, student: StudentUser, id: string): Promise<VideoRow> {
  const video = await findVideoById(app.db, id)
  if (!video || video.state === 'failed') fail('video_not_found')
  await requireVideoAccess(app, student, video)
  return video
}
