// All deprecated spellings of the API that still work. Each runs the same action and checks as the current spelling and is marked
// as deprecated in the API description. None has a HEAD route, because these GET requests change data.
import { DEFAULT_CATEGORY } from '@baobab/contract/accounts/rules.ts'
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import { endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { ageCategory } from '@baobab/contract/kernel/fields.ts'
import { leaderboard, myRank } from '@baobab/contract/leaderboard/endpoints.ts'
import { AnswerForm, answerQuestion as answerEndpoint } from '@baobab/contract/quiz/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { watchVideo as watchEndpoint } from '@baobab/contract/videos/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route, type RouteContext } from './platform/http/route.ts'
import { answerQuestion } from './quiz/answer-question.ts'
import { watchVideo } from './videos/watch-video.ts'

const { body: _, ...answer } = declarationOf(answerEndpoint)
const answerByGet = endpoint({ ...answer, method: 'GET', query: AnswerForm })
const watchByGet = endpoint({ ...declarationOf(watchEndpoint), method: 'GET' })

/** Adds the deprecated methods: `GET .../answer?triviaId=&answer=` and `GET /api/videos/{id}/watch`. */
export function addDeprecatedRoutes(context: RouteContext): void {
  const { app } = context
  route(
    context,
    answerByGet,
    ({ who, params, query, request }) => answerQuestion(app, who, { ...params, ...query, address: request.ip }),
    {
      isDeprecated: true,
    },
  )
  route(
    context,
    watchByGet,
    async ({ who, params }) => {
      await watchVideo(app, who, params.id)
      return { message: videosText.videoWatched, isWatched: true as const }
    },
    { isDeprecated: true },
  )
}

const queryWithDeprecatedName = z
  .strictObject({
    ageCategory: z.optional(ageCategory),
    ageCategorys: z.optional(ageCategory).meta({ deprecated: true, description: 'Old spelling of ageCategory.' }),
  })
  .refine(
    ({ ageCategory: name, ageCategorys: old }) => name === undefined || old === undefined || name === old,
    'ageCategory and ageCategorys differ.',
  )
  .transform(({ ageCategory: name, ageCategorys: old }) => ({ ageCategory: name ?? old ?? DEFAULT_CATEGORY }))

/**
 * Adds the deprecated query parameter `ageCategorys` to the query schema of every route that has `ageCategory`. Must be called
 * before those routes are added.
 */
export function acceptDeprecatedQueryNames(http: FastifyInstance): void {
  http.addHook('onRoute', (options) => {
    const declared = options.config?.endpoint
    if (declared === leaderboard || declared === myRank)
      options.schema = { ...options.schema, querystring: queryWithDeprecatedName }
  })
}
