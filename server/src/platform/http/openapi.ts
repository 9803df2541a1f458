// Serves the description of the API, which is generated from the contract, as an OpenAPI document and a readable page.
import { UPLOADS_PATH } from '@baobab/contract/videos/admin.ts'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { App } from '../app.ts'
import { renderDocsPage, docsStyle } from './docs-page.ts'
import { sendRenderedPage, toRenderedPage, type RenderedPage } from './rendered-page.ts'

const description = [
  'Watch. Answer. Rise.',
  `A video may also be uploaded by the tus protocol (1.0: creation, termination, expiration) to ${UPLOADS_PATH}, where
  interrupted uploads resume; the form then carries the upload's id as "upload" in place of the file.`,
]
  .join(' ')
  .replace(/\s+/g, ' ')

/** Registers the OpenAPI generator. Must be called before the routes that it describes are added. */
export async function registerOpenApi(http: FastifyInstance, options: { publicUrl: string }): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Baobab API', version: '1.0.0', description },
      servers: [{ url: options.publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    // The sandbox stands in for external services and is not part of the API.
    transform: (route) =>
      jsonSchemaTransform(
        route.url.startsWith('/sandbox') ? { ...route, schema: { ...route.schema, hide: true } } : route,
      ),
    transformObject: jsonSchemaTransformObject,
  })
}

/**
 * Serves `/api/openapi.json` and `/api/docs`. Both are made once, on the first request, because the page has almost a megabyte.
 * Calls count towards the rate limits of visitors.
 */
export function serveApiDocs(http: FastifyInstance, { rateLimits }: Pick<App, 'rateLimits'>): void {
  let document: OpenAPIV3_1.Document | undefined
  const read = () => (document ??= markOldParameters(http.swagger() as OpenAPIV3_1.Document))
  const pages = new Map<string, RenderedPage>()
  const serve = (path: string, { type, make, headers }: { type: string; make: () => string; headers?: object }) =>
    http.get(path, { schema: { hide: true } }, async (request, reply) => {
      await rateLimits.countByAddress('calls', request.ip)
      const page = pages.get(path) ?? toRenderedPage(make())
      pages.set(path, page)
      reply.type(type).headers({ 'cache-control': 'public, max-age=300', ...headers })
      return sendRenderedPage(request, reply, page)
    })
  serve('/api/openapi.json', { type: 'application/json; charset=utf-8', make: () => JSON.stringify(read()) })
  const policy = `default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'`
  serve('/api/docs', {
    type: 'text/html; charset=utf-8',
    make: () => renderDocsPage(read()),
    headers: { 'content-security-policy': policy },
  })
  serve('/api/docs/style.css', { type: 'text/css; charset=utf-8', make: () => docsStyle })
}

/** Copies `deprecated` from a parameter's schema to the parameter itself, where OpenAPI tools read it. */
function markOldParameters(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const item of Object.values(document.paths ?? {}))
    for (const parameter of item?.get?.parameters ?? [])
      if ('schema' in parameter && parameter.schema && 'deprecated' in parameter.schema) parameter.deprecated = true
  return document
}
