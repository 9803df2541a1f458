import type { BrowserReport, PolicyReport } from '@baobab/contract/system/endpoints.ts'
import { desc, lt, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { OTHER, summarizeReport } from './policy-report-rules.ts'
import { policyReports } from './tables.ts'

const KEPT_MS = 30 * 24 * 3_600_000
/**
 * Anybody can send reports, so only the first sources of each directive are stored by name. Later ones count as their page's
 * 'other', so that made-up sources neither fill the table nor hide that a page violates the policy.
 */
const SOURCES_MAX = 25

/** Counts a content policy violation. The first one of its kind is logged, so that operators see it. */
export async function recordPolicyReport(app: App, report: BrowserReport): Promise<void> {
  const violation = summarizeReport(report)
  if (!violation) return
  const now = app.clock.now()
  await app.db.delete(policyReports).where(lt(policyReports.lastAt, new Date(now.getTime() - KEPT_MS)))
  const { page, directive, blocked } = violation
  const { rows } = await app.db.execute<{ blocked: string; reports: number }>(sql`
    insert into policy_reports (page, directive, blocked, reports, first_at, last_at)
    select ${page}, ${directive}, case when (
        select count(*) < ${SOURCES_MAX} or bool_or(page = ${page} and blocked = ${blocked})
        from policy_reports where directive = ${directive} and blocked <> ${OTHER}
      ) then ${blocked} else ${OTHER} end,
      1, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    on conflict (page, directive, blocked) do update
      set reports = least(policy_reports.reports::bigint + 1, 2147483647)::integer,
        last_at = greatest(policy_reports.last_at, excluded.last_at)
    returning blocked, reports`)
  if (rows[0]?.reports === 1) app.log.warn(violation, 'a page violated the content policy')
}

/** Returns the violations, most recent first. */
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
