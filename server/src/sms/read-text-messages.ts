import type { TextMessages } from '@baobab/contract/sms/endpoints.ts'
import type { App } from '../platform/app.ts'
import { countLastDay, countPartsToday, listPausedRanges } from './queries.ts'
import { judgeBudget } from './rules.ts'

/** Returns what admins see about text messages, and what is measured. */
export async function readTextMessages({
  db,
  clock,
  config,
  sms,
}: Pick<App, 'db' | 'clock' | 'config' | 'sms'>): Promise<TextMessages> {
  const now = clock.now()
  const budget = config.sms.dailyBudget
  const sentToday = await countPartsToday(db, now)
  return {
    provider: sms?.name ?? null,
    budget,
    sentToday,
    level: judgeBudget(sentToday, budget),
    lastDay: await countLastDay(db, now),
    pausedRanges: await listPausedRanges(db, now),
  }
}
