import * as contract from '@baobab/contract/maintenance/endpoints.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { endMaintenance } from './end-maintenance.ts'
import { readMaintenanceForAdmin } from './queries.ts'
import { startMaintenance } from './start-maintenance.ts'

/** Lets owners switch maintenance on and off. */
export function addMaintenanceRoutes(context: RouteContext): void {
  const { app } = context
  // One statement may update every running quiz, which can take longer than a request is allowed to.
  const slow = { ...app, ...app.separate.slow }
  route(context, contract.readMaintenance, () => readMaintenanceForAdmin(app))
  route(context, contract.startMaintenance, async ({ who, body }) => {
    const startsAt = body.startsAt === undefined ? undefined : new Date(body.startsAt)
    const reply = await startMaintenance(app, who, { startsAt, expectedEndAt: new Date(body.expectedEndAt) })
    await app.maintenance.refresh()
    return reply
  })
  route(context, contract.endMaintenance, async ({ who }) => {
    const reply = await endMaintenance(slow, who)
    await app.maintenance.refresh()
    return reply
  })
}
