import * as contract from '@baobab/contract/leaderboard.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { buildBoardReply } from './board-fast-path.ts'
import { hideMovement, readHidesMovement } from './hide-movement.ts'
import { openBoardStreams } from './live-board.ts'
import { readNeighbours } from './neighbours.ts'
import { readRank } from './queries.ts'

export function addLeaderboardRoutes(context: RouteContext): void {
  const { app, http } = context
  route(
    context,
    contract.leaderboard,
    async ({ query, request, reply }) => {
      const { status, headers, bytes } = buildBoardReply(app.ranking.board(query.ageCategory), request.headers)
      return reply.code(status).headers(headers).send(bytes)
    },
    { skipRateLimits: true },
  )
  route(context, contract.myRank, ({ who, query }) => readRank(app, who.id, query.ageCategory))
  route(context, contract.neighbours, ({ who, query }) => readNeighbours(app, who.id, query.ageCategory))
  route(context, contract.readMovementSetting, async ({ who }) => ({
    hidesMovement: await readHidesMovement(app, who.id),
  }))
  route(context, contract.changeMovementSetting, async ({ who, body }) => {
    await hideMovement(app, who.id, body.hidesMovement)
    return body
  })
  const live = openBoardStreams(app, { limits: context.streamLimits })
  route(context, contract.liveBoard, async ({ query, reply }) => live.open(query.ageCategory, reply), {
    skipRateLimits: true,
  })
  http.addHook('preClose', async () => live.close())
}
