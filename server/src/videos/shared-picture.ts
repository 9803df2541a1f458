// Serves the picture that chats and social networks show with a link to a video. Unlike a link to a file, its address
// never expires, because sites that stored it ask again after weeks. Posters are public, including those of premium
// videos.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../platform/http/errors.ts'
import type { RouteContext } from '../platform/http/route.ts'
import { sendFile } from './media/send-file.ts'
import { sharedPosterKey } from './poster-files.ts'
import { findVideoById } from './queries.ts'
import { isListedAt } from './rules.ts'

const DAY_S = 24 * 3_600

export function addSharedPictureRoute({ http, app }: RouteContext): void {
  http.route({
    method: ['GET', 'HEAD'],
    url: '/og/:id.jpg',
    schema: { hide: true },
    handler: async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      const video = await findVideoById(app.db, request.params.id)
      const isListed = video && isListedAt(video, app.clock.now())
      const key = (isListed && video.poster !== null && sharedPosterKey(video.poster)) || fail('not_found')
      // Other sites may show it on their pages.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return sendFile(app, { key, maxAgeSeconds: DAY_S, isPublic: true }, request, reply)
    },
  })
}
