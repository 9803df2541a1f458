import * as contract from '@baobab/contract/backup/endpoints.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { readLastBackup } from './queries.ts'

/** The last backup, shown on the jobs page. */
export function addBackupRoutes(context: RouteContext): void {
  route(context, contract.readLastBackup, () => readLastBackup(context.app))
}
