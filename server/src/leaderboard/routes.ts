import * as contract from '@baobab/contract/leaderboard.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { boardReply } from './board-lane.ts'
import { streamBoard } from './live-board.ts'
import { readRank } from './queries.ts'

export function addLeaderboardRoutes(context: RouteContext): void {
  const { app, http } = context
  route(
    context,
    contract.leaderboard,
    async ({ query, request, reply }) => {
      const { status, headers, bytes } = boardReply(app.ranking.board(query.ageCategory), request.headers)
      return reply.code(status).headers(headers).send(bytes)
    },
    { uncounted: true },
  )
  route(context, contract.myRank, ({ who, query }) => readRank(app, who.id, query.ageCategory))
  const live = streamBoard(app)
  route(context, contract.liveBoard, async ({ query, reply }) => live.open(query.ageCategory, reply), {
    uncounted: true,
  })
  http.addHook('preClose', async () => live.close())
}
