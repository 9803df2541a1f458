import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { nextMonth } from '@baobab/contract/scholarship/rules.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { monthsToFreeze } from './rules.ts'
import { draws, scholarshipStart } from './tables.ts'

/** Lists the months that had closed by a given time and have no list yet, earliest first. */
export async function listMonthsToFreeze(db: Db | Tx, closedAt: Date): Promise<string[]> {
  const [start] = await db.select().from(scholarshipStart)
  if (!start) return []
  const frozen = await db.selectDistinct({ month: draws.month }).from(draws)
  return monthsToFreeze({
    first: start.month,
    current: lagosDate(closedAt).slice(0, 7),
    frozen: new Set(frozen.map(({ month }) => month)),
    next: nextMonth,
  })
}
