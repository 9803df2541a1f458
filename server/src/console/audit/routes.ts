import * as contract from '@baobab/contract/audit.ts'
import { route, type RouteContext } from '../../platform/route.ts'
import { adminNames, readAuditLog } from './read-audit-log.ts'

export function addAuditRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.auditLog, async ({ query }) => ({
    ...(await readAuditLog(app, query)),
    admins: await adminNames(app),
  }))
}
