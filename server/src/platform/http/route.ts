// Binds an endpoint of the contract to a handler: who may call, how often, what comes in and what goes out.
import type { Endpoint, ParsedOf, ReplyOf } from '@baobab/contract/endpoint.ts'
import { errorCodes, ErrorReply } from '@baobab/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { App } from '../app.ts'
import {
  requireAudience,
  readBearerToken,
  requireReauthentication,
  type SessionUser,
  type SessionUserFor,
  type ReadSession,
} from './auth.ts'
import { fail } from './errors.ts'
import { discardUploads, receiveMultipart, type UploadedFiles } from './multipart.ts'

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | undefined
    uploads: UploadedFiles | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Its body is bytes of a film, which may take their time. */
    isUpload?: boolean
  }
}

const BODY_LIMIT = 16 * 1024

/** What a handler gets: the parsed request, who calls, and the files that came along. */
export type RouteCall<E extends Endpoint> = ParsedOf<E> & {
  who: SessionUserFor<E['who']>
  uploads: UploadedFiles
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers what the contract says, or the reply itself once it has sent bytes of its own. */
export type RouteHandler<E extends Endpoint> = (call: RouteCall<E>) => Promise<ReplyOf<E> | FastifyReply>

export type RouteContext = { http: FastifyInstance; app: App; readSession: ReadSession }

export type RouteOptions = {
  /** Pages, media and the leaderboard count nowhere (decisions 2). */
  skipRateLimits?: boolean
  /** An old spelling, kept alive in aliases.ts. */
  isDeprecated?: boolean
}

/** The refusals to expect, in words for whoever reads the API's description. */
function refusalsOf({ fails = [] }: Endpoint): string {
  const words = fails.map((code) => `${code} (${errorCodes[code].status})`)
  return words.length > 0 ? `May refuse with: ${words.join(', ')}.` : ''
}

function schemaOf(endpoint: Endpoint, { isDeprecated }: RouteOptions): FastifySchema {
  const refusals = refusalsOf(endpoint)
  return {
    summary: endpoint.summary,
    tags: [endpoint.group],
    ...(refusals ? { description: refusals } : {}),
    ...(isDeprecated ? { deprecated: true } : {}),
    ...(endpoint.who === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.files ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: {
      [endpoint.status ?? 200]: endpoint.reply,
      ...(endpoint.alternativeStatus ? { [endpoint.alternativeStatus]: endpoint.reply } : {}),
      '4xx': ErrorReply,
    },
  }
}

/** A body with an unknown field is 400 (decisions 1): where no body is asked for, every field is unknown. */
function refuseFields(body: unknown): void {
  if (body === undefined || body === null) return
  const [path] = typeof body === 'object' ? Object.keys(body) : ['']
  if (path !== undefined) fail('invalid', { errors: [{ path, message: 'This field is not known here.' }] })
}

/** Lets a caller pass or refuses, before anything of the body is read: session, limits (429), audience (401/403). */
export async function authorizeRequest(
  { app, readSession }: Pick<RouteContext, 'app' | 'readSession'>,
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'who' | 'unauthorised' | 'needsReauthentication'>,
  options: Pick<RouteOptions, 'skipRateLimits'> = {},
): Promise<void> {
  // What counts nowhere and is anyone's answers everybody the same: it need not know who asks.
  const token = options.skipRateLimits && endpoint.who === 'anyone' ? undefined : readBearerToken(request)
  request.user = token ? await readSession(token) : undefined
  if (!options.skipRateLimits) {
    if (request.user) await app.rateLimits.countByAccount(request.user.id)
    else await app.rateLimits.countByAddress('calls', request.ip)
  }
  requireAudience(endpoint, request.user)
  if (endpoint.needsReauthentication) requireReauthentication(request.user, app.clock.now())
}

/**
 * Registers one endpoint. Order of checks: session, limits (429), audience (401/403), then the request's shape (400).
 */
export function route<E extends Endpoint>(
  context: RouteContext,
  endpoint: E,
  handler: RouteHandler<E>,
  options: RouteOptions = {},
): void {
  const { http, app } = context
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint, options),
    // Files come as multipart, whose parts receiveMultipart limits; JSON is held in memory and stays small.
    bodyLimit: endpoint.files ? (endpoint.textLimit ?? BODY_LIMIT) : (endpoint.bodyLimit ?? BODY_LIMIT),
    config: { endpoint },
    onRequest: (request) => authorizeRequest(context, request, endpoint, options),
    preValidation: async (request) => {
      if (!endpoint.body) refuseFields(request.body)
      if (!request.isMultipart()) return
      if (!endpoint.files) fail('wrong_content_type')
      request.body = (await receiveMultipart(request, endpoint, app.files)).fields
    },
    onResponse: async (request) => {
      if (request.uploads) await discardUploads(request.uploads)
    },
    handler: async (request, reply) => {
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        who: request.user,
        uploads: request.uploads ?? {},
        request,
        reply,
      }
      // The schemas above made these parts what the contract says; only the type system does not know it.
      const answer = await handler(call as unknown as RouteCall<E>)
      if (reply.sent || answer === reply) return reply
      // A handler that set the endpoint's other status keeps it.
      return reply.code(reply.statusCode === 200 ? (endpoint.status ?? 200) : reply.statusCode).send(answer)
    },
  })
}
