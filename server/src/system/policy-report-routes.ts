import * as contract from '@baobab/contract/system/endpoints.ts'
import { systemText } from '@baobab/contract/system/endpoints.ts'
import { acceptJsonAs } from '../platform/http/json-body.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { listPolicyReports, recordPolicyReport } from './record-policy-report.ts'

/** Adds the route for content policy reports. It has its own scope, because only these may have the type application/csp-report. */
export function addPolicyReportRoutes(context: RouteContext): void {
  const { app } = context
  void context.http.register(async (http) => {
    acceptJsonAs(http, 'application/csp-report')
    route(
      { ...context, http },
      contract.reportPolicyViolation,
      async ({ body, request }) => {
        await app.rateLimits.countByAddress('policy-reports', request.ip)
        await recordPolicyReport(app, body['csp-report'])
        return { message: systemText.reportTaken }
      },
      // Counted separately, so that a faulty page does not use up the calls of a school behind one address.
      { skipRateLimits: true },
    )
  })
  route(context, contract.listPolicyReports, async () => ({ reports: await listPolicyReports(app) }))
}
