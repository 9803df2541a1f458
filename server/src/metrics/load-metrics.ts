// The metrics of a period for the admin's dashboard.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { metricNames, type metrics as endpoint } from '@baobab/contract/metrics/endpoints.ts'
import type { Period } from '@baobab/contract/kernel/days.ts'
import { and, between, inArray } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { countMetrics } from './count-metrics.ts'
import { loadFirstDay, rollUpDays } from './roll-up-days.ts'
import { periodBefore, sumMetrics, toDayMetrics, unsettledDays, type Count } from './rules.ts'
import { dailyMetrics } from './tables.ts'

/**
 * Loads the metrics of a period. Settled days are read from the table, after counting and storing any that are missing.
 */
export async function loadMetrics(app: App, period: Period): Promise<ReplyOf<typeof endpoint>> {
  const before = periodBefore(period)
  await rollUpDays(app, { from: before.from, to: period.to })
  const [firstDay, counts, countsBefore] = await Promise.all([
    loadFirstDay(app),
    loadCounts(app, period),
    loadCounts(app, before),
  ])
  const days = toDayMetrics(period, counts)
  return {
    days,
    totals: sumMetrics(days),
    // There is nothing to compare with if the first account is newer than the start of the previous period.
    before: firstDay === undefined || firstDay > before.from ? null : sumMetrics(toDayMetrics(before, countsBefore)),
  }
}

async function loadCounts(app: App, period: Period): Promise<Count[]> {
  const { day, metric, ageCategory: category, value } = dailyMetrics
  const unsettled = unsettledDays(period, app.clock.now())
  const [stored, counted] = await Promise.all([
    app.db
      .select({ day, metric, category, value })
      .from(dailyMetrics)
      .where(and(between(day, period.from, period.to), inArray(metric, metricNames))),
    unsettled ? countMetrics(app, unsettled) : [],
  ])
  return [...stored, ...counted]
}
