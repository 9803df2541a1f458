import * as contract from '@baobab/contract/exports/endpoints.ts'
import { exportsText } from '@baobab/contract/exports/endpoints.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { addDownloadRoute } from './download.ts'
import { linkToExport } from './link-to-export.ts'
import { toExportFile, listExports } from './list-exports.ts'
import { startExport } from './start-export.ts'

export function addExportRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.startExport, async ({ who, body }) => ({
    message: exportsText.exportStarted,
    export: toExportFile(await startExport(app, who, body)),
  }))
  route(context, contract.listExports, ({ who }) => listExports(app, who))
  route(context, contract.linkToExport, ({ who, params }) => linkToExport(app, who, params.exportId))
  addDownloadRoute(context)
}
