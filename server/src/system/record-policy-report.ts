import type { BrowserReport, PolicyReport } from '@baobab/contract/policy-reports.ts'
import { desc, lt, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { summarizeReport } from './policy-report-rules.ts'
import { policyReports } from './tables.ts'

const KEPT_MS = 30 * 24 * 3_600_000
/** Anybody can send reports, so their number of different ones is limited; known ones are still counted. */
const MAX_ROWS = 500

/** Counts a violation of the content policy. The first one of its kind is logged, so that operators see it. */
export async function recordPolicyReport(app: App, report: BrowserReport): Promise<void> {
  const violation = summarizeReport(report)
  if (!violation) return
  const now = app.clock.now()
  await app.db.delete(policyReports).where(lt(policyReports.lastAt, new Date(now.getTime() - KEPT_MS)))
  const { page, directive, blocked } = violation
  const { rows } = await app.db.execute<{ reports: number }>(sql`
    insert into policy_reports (page, directive, blocked, reports, first_at, last_at)
    select ${page}, ${directive}, ${blocked}, 1, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    where (select count(*) from policy_reports) < ${MAX_ROWS} or exists (
      select from policy_reports where page = ${page} and directive = ${directive} and blocked = ${blocked})
    on conflict (page, directive, blocked) do update
      set reports = least(policy_reports.reports::bigint + 1, 2147483647)::integer,
        last_at = greatest(policy_reports.last_at, excluded.last_at)
    returning reports`)
  if (rows[0]?.reports === 1) app.log.warn(violation, 'a page violated the content policy')
}

/** Returns the violations, those that happened last first. */
export async function listPolicyReports({ db, clock }: App): Promise<PolicyReport[]> {
  const since = new Date(clock.now().getTime() - KEPT_MS)
  const rows = await db
    .select()
    .from(policyReports)
    .where(sql`${policyReports.lastAt} >= ${since.toISOString()}::timestamptz`)
    .orderBy(desc(policyReports.lastAt), policyReports.page, policyReports.directive, policyReports.blocked)
  return rows.map(({ firstAt, lastAt, ...row }) => ({
    ...row,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
}
