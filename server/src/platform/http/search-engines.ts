// Serves what search engines request: which pages they may read, and the list of all public URLs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { fail } from './errors.ts'
import type { PublicPages } from './public-pages.ts'
import { AS_OF_HEADER, sendRenderedPage } from './rendered-page.ts'

const HOUR = 'public, max-age=3600'

type Options = { client: string; origin: string; publicPages: PublicPages | undefined }

/** Serves /robots.txt, which must contain the full URL of the sitemap, and /sitemap.xml. */
export function serveSearchEngines(http: FastifyInstance, { client, origin, publicPages }: Options): void {
  const rules = readFileSync(join(client, 'robots.txt'), 'utf8').trimEnd()
  const text = `${rules}\n\nSitemap: ${origin}/sitemap.xml\n`
  const method: ['GET', 'HEAD'] = ['GET', 'HEAD']
  const schema = { hide: true }
  http.route({
    method,
    url: '/robots.txt',
    schema,
    handler: async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', HOUR).send(text),
  })
  http.route({
    method,
    url: '/sitemap.xml',
    schema,
    handler: async (request, reply) => {
      const page = publicPages ? await publicPages.renderSitemap(request) : fail('not_found')
      if (!page) fail('busy', { retryAfterSeconds: 5 })
      if (page.asOf) reply.header(AS_OF_HEADER, page.asOf.toISOString())
      reply.type('application/xml; charset=utf-8').header('cache-control', page.asOf ? 'no-store' : HOUR)
      return sendRenderedPage(request, reply, page, { isTagged: !page.asOf })
    },
  })
}
