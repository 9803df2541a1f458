// The gate before everything that belongs to a video: its watching, its progress, its quiz.
import type { App } from '../app.ts'
import { isPaid } from '../payments/queries.ts'
import type { Person } from '../platform/auth.ts'
import { fail } from '../platform/errors.ts'
import type { VideoRow } from './queries.ts'
import { mayOpen } from './rules.ts'

/** Refuses whoever may not open a video: visitors with 401, students who have not paid with 402 (decisions 3). */
export async function requireOpen(app: App, person: Person | undefined, video: VideoRow): Promise<void> {
  const mustAsk = video.access === 'premium' && person?.kind === 'student'
  const paid = mustAsk && (await isPaid(app.db, person.id))
  const verdict = mayOpen(video, { person, paid })
  if (verdict === 'log_in') fail('unauthorised')
  if (verdict === 'pay') fail('payment_needed')
}
