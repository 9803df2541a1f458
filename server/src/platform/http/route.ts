// Binds an endpoint of the contract to a handler and enforces its audience, rate limits, and request and reply schemas.
import { commonText, type ErrorCodes } from '@baobab/contract/kernel/text.ts'
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import type { Declaration, Endpoint, ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { errorCodes, ErrorReply } from '@baobab/contract/kernel/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { App } from '../app.ts'
import {
  requireAudience,
  readBearerToken,
  requireReauthentication,
  type ReadSession,
  type SessionUser,
  type SessionUserFor,
} from './auth.ts'
import type { Transfer } from './connection-watch.ts'
import { fail } from './errors.ts'
import type { StreamLimits } from './event-streams.ts'
import type { VisitorReplies } from './visitor-replies.ts'
import { discardUploads, receiveMultipart, type UploadedFiles } from './multipart.ts'

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | undefined
    uploads: UploadedFiles | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** What kind of data the route transfers, so that the connection watch applies the minimum speed of uploads or media. */
    transfer?: Transfer
  }
}

const BODY_LIMIT = 16 * 1024

/** What a handler receives: the parsed request, the caller and the uploaded files. */
type RouteCall<E extends Endpoint> = ParsedOf<E> & {
  who: SessionUserFor<E['who']>
  uploads: UploadedFiles
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the reply described by the contract, or the Fastify reply if the handler has sent the response itself. */
type RouteHandler<E extends Endpoint> = (call: RouteCall<E>) => Promise<ReplyOf<E> | FastifyReply>

export type RouteContext = {
  http: FastifyInstance
  app: App
  readSession: ReadSession
  /** Shared by all kinds of event streams. */
  streamLimits: StreamLimits
  /** Replies that are the same for everybody without a login. */
  visitorReplies: VisitorReplies
}

type RouteOptions = {
  /** Pages, media and the leaderboard are not rate-limited, because a school behind one address reads them all day. */
  skipRateLimits?: boolean
  /** A deprecated spelling that aliases.ts keeps working. */
  isDeprecated?: boolean
}

/** Describes in two sentences who may call the endpoint, if roles decide, and the codes with which it may fail. */
function describeEndpoint({ who, fails = [] }: Declaration): string {
  const known: ErrorCodes = errorCodes
  const codes = fails.map((code) => `${code} (${known[code]?.status})`)
  return [
    typeof who === 'string' ? '' : `For the roles: ${who.join(', ')}.`,
    codes.length > 0 ? `May fail with: ${codes.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function toFastifySchema(endpoint: Declaration, { isDeprecated }: RouteOptions): FastifySchema {
  const description = describeEndpoint(endpoint)
  return {
    summary: endpoint.summary,
    tags: [endpoint.group],
    ...(description ? { description } : {}),
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

/** Refuses every field in the body of an endpoint that declares none: unknown fields are always refused with 400. */
function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return
  const [path] = typeof body === 'object' ? Object.keys(body) : ['']
  if (path !== undefined) fail('invalid', { errors: [{ path, message: commonText.fieldNotExpected }] })
}

/** Methods that need disk space; deletions free it. */
const needsSpace = /^(POST|PUT|PATCH)$/

/**
 * Refuses writes while the disk is full (507), identifies the caller, then checks rate limits (429) and audience (401/403). Runs
 * before the body is read.
 */
export async function authorizeRequest(
  { app, readSession }: Pick<RouteContext, 'app' | 'readSession'>,
  request: FastifyRequest,
  endpoint: Pick<Declaration, 'who' | 'unauthorised' | 'needsReauthentication'>,
  options: RouteOptions = {},
): Promise<void> {
  if (app.diskSpace.isFull() && (needsSpace.test(request.method) || options.isDeprecated)) fail('storage_full')
  // A public endpoint without rate limits replies the same to everyone, so there is no need to look up the session.
  const token = options.skipRateLimits && endpoint.who === 'anyone' ? undefined : readBearerToken(request)
  // Checked before any limit on the address, which many people may share: strangers there must not lock out logged-in users. An
  // invalid token therefore costs an index lookup, in a query shared with other requests, on connections used only for sessions.
  request.user = token ? await readSession(token) : undefined
  if (!options.skipRateLimits) {
    if (request.user) await app.rateLimits.countByAccount(request.user.id)
    else await app.rateLimits.countByAddress('calls', request.ip)
  }
  requireAudience(endpoint, request.user)
  if (endpoint.needsReauthentication) requireReauthentication(request.user, app.clock.now())
}

/** Registers one endpoint. Checks the session, then rate limits (429), audience (401/403) and the request's schema (400). */
export function route<E extends Endpoint>(
  context: RouteContext,
  endpoint: E,
  handler: RouteHandler<E>,
  options: RouteOptions = {},
): void {
  const { http, app } = context
  const declaration: Declaration = declarationOf(endpoint)
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: toFastifySchema(declaration, options),
    // Limits JSON bodies, which are held in memory; receiveMultipart limits the parts of multipart bodies.
    bodyLimit: declaration.files ? (declaration.textLimit ?? BODY_LIMIT) : (declaration.bodyLimit ?? BODY_LIMIT),
    config: { endpoint },
    onRequest: (request) => authorizeRequest(context, request, declaration, options),
    preValidation: async (request) => {
      if (!declaration.body) refuseBody(request.body)
      if (!request.isMultipart()) return
      if (!declaration.files) fail('wrong_content_type')
      request.body = (await receiveMultipart(request, declaration, app)).fields
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
      // Safe cast: the schemas above have validated params, query and body.
      const result = await handler(call as unknown as RouteCall<E>)
      if (reply.sent || result === reply) return reply
      // A handler that set the endpoint's alternative status keeps it.
      return reply.code(reply.statusCode === 200 ? (declaration.status ?? 200) : reply.statusCode).send(result)
    },
  })
}
