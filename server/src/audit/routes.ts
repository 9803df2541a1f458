import { Readable } from 'node:stream'
import * as contract from '@baobab/contract/audit/endpoints.ts'
import type { AuditSelection } from '@baobab/contract/audit/endpoints.ts'
import { readList } from '../platform/database/read-list.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { auditRead } from '../platform/audit/write-audit-line.ts'
import { writeAuditCsv } from './audit-csv.ts'
import { listAdminNames, readAuditLog } from './read-audit-log.ts'

export function addAuditRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.auditLog, ({ query }) =>
    readList(app, async (reader) => ({
      ...(await readAuditLog(reader, query)),
      admins: await listAdminNames(reader),
    })),
  )
  route(context, contract.exportAuditLog, async ({ who, query, reply }) => {
    // Refuses an unknown admin here, because it is too late once the first byte has been sent.
    await readAuditLog(app, { ...query, limit: 1 })
    await auditRead(app, { adminId: who.id, action: 'audit.exported', details: toDetails(query) })
    return reply
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(writeAuditCsv(app, query)))
  })
}

/** Describes a selection for the audit log. Filters that may contain a person's name are listed without their values. */
function toDetails({ action, from, to, ...named }: AuditSelection) {
  const by = Object.keys(named).join(', ')
  return {
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
    ...(by && { by }),
  }
}
