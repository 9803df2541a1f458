// The API's own description: OpenAPI as JSON and a plain page to read, both made from the contract.
import { UPLOADS_PATH } from '@baobab/contract/videos-admin.ts'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { renderDocsPage, docsStyle } from './docs-page.ts'

const description = [
  'Watch. Answer. Rise.',
  `A film may also be sent by the tus protocol (1.0: creation, termination, expiration) to ${UPLOADS_PATH}, where an
  upload survives a lost connection; its id then takes the place of the file in the form, as "upload".`,
]
  .join(' ')
  .replace(/\s+/g, ' ')

/** Registers the generator; must come before the routes it describes. */
export async function registerOpenApi(http: FastifyInstance, options: { publicUrl: string }): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Baobab API', version: '1.0.0', description },
      servers: [{ url: options.publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    // The sandbox is the outside world, no part of our API.
    transform: (route) =>
      jsonSchemaTransform(
        route.url.startsWith('/sandbox') ? { ...route, schema: { ...route.schema, hide: true } } : route,
      ),
    transformObject: jsonSchemaTransformObject,
  })
}

/** Serves `/api/openapi.json` and `/api/docs`, both made once. */
export function serveApiDocs(http: FastifyInstance): void {
  let document: OpenAPIV3_1.Document | undefined
  const read = () => (document ??= markOldParameters(http.swagger() as OpenAPIV3_1.Document))
  http.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(read()),
  )
  http.get('/api/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(renderDocsPage(read())),
  )
  http.get('/api/docs/style.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('text/css; charset=utf-8').send(docsStyle),
  )
}

/** Says of a parameter what its schema says: that it is an old spelling. Tools look for it there. */
function markOldParameters(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const item of Object.values(document.paths ?? {}))
    for (const parameter of item?.get?.parameters ?? [])
      if ('schema' in parameter && parameter.schema && 'deprecated' in parameter.schema) parameter.deprecated = true
  return document
}
