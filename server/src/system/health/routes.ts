import * as contract from '@baobab/contract/system/health.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { createHealthReader } from './read-health.ts'

export function addSystemHealthRoutes(context: RouteContext): void {
  route(context, contract.readSystemHealth, createHealthReader(context.app))
}
