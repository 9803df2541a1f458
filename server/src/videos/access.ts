// The gate before everything that belongs to a video: its watching, its progress, its quiz.
import { makeAPayment } from '@baobab/contract/payments-text.ts'
import type { App } from '../app.ts'
import { isPaid } from '../payments/queries.ts'
import type { Person, StudentPerson } from '../platform/auth.ts'
import { fail } from '../platform/errors.ts'
import { recentSettings } from '../settings/queries.ts'
import { videoById, type VideoRow } from './queries.ts'
import { mayOpen } from './rules.ts'

/** Refuses whoever may not open a video: visitors with 401, students who have not paid with 402 (decisions 3). */
export async function requireOpen(
  app: App,
  person: Person | undefined,
  video: Pick<VideoRow, 'access'>,
): Promise<void> {
  const mustAsk = video.access === 'premium' && person?.kind === 'student'
  const paid = mustAsk && (await isPaid(app.db, person.id))
  const verdict = mayOpen(video, { person, paid })
  if (verdict === 'log_in') fail('unauthorised')
  if (verdict === 'pay') fail('payment_needed', { message: makeAPayment((await recentSettings(app)).priceKobo) })
}

/** The video of an id for a student who may open it; failed ones are seen in the console only. */
export async function openVideo(app: App, student: StudentPerson, id: string): Promise<VideoRow> {
  const video = await videoById(app.db, id)
  if (!video || video.state === 'failed') fail('video_not_found')
  await requireOpen(app, student, video)
  return video
}
