// Binds an endpoint of the contract to a handler: who may call, how often, what comes in and what goes out.
import type { Endpoint, ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import { ErrorReply } from '@baobab/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, HTTPMethods } from 'fastify'
import type { App } from '../app.ts'
import { admit, bearerOf, type Person, type PersonOf, type ReadSession } from './auth.ts'
import { fail } from './errors.ts'
import { SMALL_BODY, UPLOAD, watchBody } from './body-watch.ts'
import { discardUploads, receiveUploads, type Uploads } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | undefined
    uploads: Uploads | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const BODY_LIMIT = 16 * 1024

/** What a handler gets: the parsed request, who calls, and the files that came along. */
export type Call<E extends Endpoint> = ParsedOf<E> & {
  who: PersonOf<E['who']>
  uploads: Uploads
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers what the contract says, or the reply itself once it has sent bytes of its own. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E> | FastifyReply>

export type RouteContext = { http: FastifyInstance; app: App; readSession: ReadSession }

export type RouteOptions = {
  /** Pages, media and the leaderboard count nowhere (decisions 2). */
  uncounted?: boolean
  /** An old spelling of this endpoint, kept alive in aliases.ts. */
  alias?: { method: HTTPMethods; path: string; query?: Endpoint['query'] }
}

function schemaOf(endpoint: Endpoint, options: RouteOptions): FastifySchema {
  const { alias } = options
  const query = alias?.query ?? endpoint.query
  return {
    summary: endpoint.summary,
    tags: [endpoint.group],
    ...(alias ? { deprecated: true } : {}),
    ...(endpoint.who === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.files ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(endpoint.body && !alias?.query ? { body: endpoint.body } : {}),
    response: { [endpoint.status ?? 200]: endpoint.reply, '4xx': ErrorReply },
  }
}

/**
 * Registers one endpoint. Order of checks: session, audience (401/403), limits (429), then the request's shape (400).
 */
export function route<E extends Endpoint>(
  { http, app, readSession }: RouteContext,
  endpoint: E,
  handler: Handler<E>,
  options: RouteOptions = {},
): void {
  http.route({
    method: options.alias?.method ?? endpoint.method,
    url: options.alias?.path ?? endpoint.path,
    schema: schemaOf(endpoint, options),
    // Files come as multipart, whose parts receiveUploads limits; JSON is held in memory and stays small.
    bodyLimit: endpoint.files ? BODY_LIMIT : (endpoint.bodyLimit ?? BODY_LIMIT),
    config: { endpoint },
    onRequest: async (request) => {
      // What counts nowhere and is anyone's answers everybody the same: it need not know who asks.
      const token = options.uncounted && endpoint.who === 'anyone' ? undefined : bearerOf(request)
      request.person = token ? await readSession(token) : undefined
      if (!options.uncounted) {
        if (request.person) await app.limits.countAccount(request.person.id)
        else await app.limits.countAddress('calls', request.ip)
      }
      admit(endpoint, request.person)
    },
    preParsing: async (request, _reply, body) => {
      watchBody(request.raw, request.isMultipart() ? UPLOAD : SMALL_BODY)
      return body
    },
    preValidation: async (request) => {
      if (!request.isMultipart()) return
      if (!endpoint.files) fail('wrong_content_type')
      request.body = (await receiveUploads(request, endpoint, app.files)).fields
    },
    onResponse: async (request) => {
      if (request.uploads) await discardUploads(request.uploads)
    },
    handler: async (request, reply) => {
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        who: request.person,
        uploads: request.uploads ?? {},
        request,
        reply,
      }
      // The schemas above made these parts what the contract says; only the type system does not know it.
      const answer = await handler(call as unknown as Call<E>)
      return reply.sent || answer === reply ? reply : reply.code(endpoint.status ?? 200).send(answer)
    },
  })
}
