import { VISITOR_COPY_MS } from '../platform/http/visitor-replies.ts'
import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { endpointUrl } from '@baobab/contract/kernel/client.ts'
import * as contract from '@baobab/contract/leaderboard/endpoints.ts'
import { fail } from '../platform/http/errors.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { followPictures } from './announce-picture.ts'
import { buildBoardReply } from './board-fast-path.ts'
import { hideMovement, readHidesMovement } from './hide-movement.ts'
import { openBoardStreams } from './live-board.ts'
import { readNeighbours } from './neighbours.ts'
import { readRank } from './queries.ts'

/** A ranking in memory older than this means that the database cannot be read. Usually it is a fraction of a second old. */
const RANKING_AGE_MS = 5_000

/** Adds the boards to visitors' replies. They are in memory, so they can be compared for each page. */
function addVisitorBoards({ app, visitorReplies }: RouteContext): void {
  for (const ageCategory of ageCategories) {
    let last: { etag: string; entries: unknown } | undefined
    visitorReplies.add(endpointUrl(contract.leaderboard, { query: { ageCategory } }), {
      endpoint: contract.leaderboard,
      make: async () => {
        const ageMs = app.ranking.ageMs()
        if (ageMs >= VISITOR_COPY_MS) fail('busy')
        const { etag, bytes } = app.ranking.board(ageCategory)
        if (last?.etag !== etag) last = { etag, entries: JSON.parse(bytes.identity.toString()) as unknown }
        const now = app.clock.now()
        const asOf = ageMs > RANKING_AGE_MS ? new Date(now.getTime() - ageMs) : undefined
        return { value: last.entries, until: now, asOf }
      },
    })
  }
}

export function addLeaderboardRoutes(context: RouteContext): void {
  const { app, http } = context
  addVisitorBoards(context)
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
  const stopFollowing = followPictures(app)
  http.addHook('preClose', async () => {
    stopFollowing()
    live.close()
  })
}
