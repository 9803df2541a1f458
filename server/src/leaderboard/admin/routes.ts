import * as contract from '@baobab/contract/leaderboard/admin.ts'
import { adjustmentText } from '@baobab/contract/leaderboard/text.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { adjustPoints, undoAdjustment } from './adjust-points.ts'
import { agreeToAdjustment, withdrawAdjustment } from './decide-adjustment.ts'
import { readStudentPoints } from './queries.ts'

export function addAdjustmentRoutes(context: RouteContext): void {
  const { app } = context
  const toReply = (state: contract.AdjustmentState) => ({ message: adjustmentText[state], state })
  route(context, contract.readStudentPoints, ({ who, params }) => readStudentPoints(app, who, params.username))
  route(context, contract.adjustPoints, async ({ who, params, body }) =>
    toReply(await adjustPoints(app, who, { ...params, ...body })),
  )
  route(context, contract.undoAdjustment, async ({ who, params, body }) =>
    toReply(await undoAdjustment(app, who, { ...params, ...body })),
  )
  route(context, contract.agreeToAdjustment, async ({ who, params }) =>
    toReply(await agreeToAdjustment(app, who, params)),
  )
  route(context, contract.withdrawAdjustment, async ({ who, params }) =>
    toReply(await withdrawAdjustment(app, who, params)),
  )
}
