import * as contract from '@baobab/contract/bulk/endpoints.ts'
import { bulkText } from '@baobab/contract/bulk/endpoints.ts'
import { notificationsAdminText } from '@baobab/contract/notifications/text.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { listRuns, readRun, toBulkRun } from './read-runs.ts'
import { startRun, undoRun } from './start-run.ts'
import { stopMyRun } from './stop-run.ts'
import type { BulkRunRow } from './tables.ts'

export function addBulkRoutes(context: RouteContext): void {
  const { app } = context
  const toReply = (running: string, row: BulkRunRow) => ({
    message: row.state === 'running' ? running : bulkText.done,
    run: toBulkRun(app, row),
  })
  route(context, contract.startBulkRun, async ({ who, body }) =>
    toReply(
      body.action === 'students.notify' ? notificationsAdminText.notificationWaits : bulkText.started,
      await startRun(app, who, body),
    ),
  )
  route(context, contract.listBulkRuns, ({ who }) => listRuns(app, who))
  route(context, contract.readBulkRun, ({ who, params }) => readRun(app, who, params.runId))
  route(context, contract.stopBulkRun, async ({ who, params }) => ({
    message: bulkText.stopped,
    run: toBulkRun(app, await stopMyRun(app, who, params.runId)),
  }))
  route(context, contract.undoBulkRun, async ({ who, params }) =>
    toReply(bulkText.undoStarted, await undoRun(app, who, params.runId)),
  )
}
