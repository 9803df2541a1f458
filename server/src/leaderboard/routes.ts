import * as contract from '@baobab/contract/leaderboard.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { readBoard, readRank } from './queries.ts'
import { shareBoards } from './shared-board.ts'

export function addLeaderboardRoutes(context: RouteContext): void {
  const { app } = context
  const boardOf = shareBoards((category) => readBoard(app, category))
  route(
    context,
    contract.leaderboard,
    async ({ query, request, reply }) => {
      const { places, etag } = await boardOf(query.ageCategory)
      reply.headers({ 'cache-control': 'no-cache', etag })
      if (request.headers['if-none-match'] === etag) reply.code(304).send()
      return places
    },
    { uncounted: true },
  )
  route(context, contract.myRank, ({ who, query }) => readRank(app, who.id, query.ageCategory))
}
