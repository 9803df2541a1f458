import * as contract from '@baobab/contract/leaderboard.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { encodingFor, matches } from './board.ts'
import { streamBoard } from './live-board.ts'
import { readRank } from './queries.ts'

/** A cache may keep a board for a second, which decisions 5 allow, and ask again by its tag. */
const CACHE = 'public, max-age=0, s-maxage=1, must-revalidate'

export function addLeaderboardRoutes(context: RouteContext): void {
  const { app, http } = context
  route(
    context,
    contract.leaderboard,
    async ({ query, request, reply }) => {
      const { etag, bytes } = app.ranking.board(query.ageCategory)
      const encoding = encodingFor(request.headers['accept-encoding'])
      reply.headers({ etag, 'cache-control': CACHE, vary: 'Accept-Encoding' })
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.type('application/json; charset=utf-8').send(bytes[encoding])
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
