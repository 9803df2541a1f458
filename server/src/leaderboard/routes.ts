import * as contract from '@baobab/contract/leaderboard.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { buildBoardReply } from './board-fast-path.ts'
import { openBoardStreams } from './live-board.ts'
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
  const live = openBoardStreams(app, { limits: context.streamLimits })
  route(context, contract.liveBoard, async ({ query, reply }) => live.open(query.ageCategory, reply), {
    skipRateLimits: true,
  })
  http.addHook('preClose', async () => live.close())
}
