import * as contract from '@baobab/contract/leaderboard.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { readBoard, readRank } from './queries.ts'

export function addLeaderboardRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.leaderboard, ({ query }) => readBoard(app, query.ageCategory), { uncounted: true })
  route(context, contract.myRank, ({ who, query }) => readRank(app, who.id, query.ageCategory))
}
