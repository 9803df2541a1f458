// Builds the HTTP server without starting it: plugins, the error handler, and the routes of every feature.
import { declarationOf } from '@baobab/contract/kernel/declaration.ts'
import { demonstrationText, describeIssue } from '@baobab/contract/kernel/text.ts'
import { isDemonstration } from './demonstration/prepare-demonstration.ts'
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import { compile } from '@fastify/proxy-addr'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readSession } from './accounts/sessions.ts'
import { acceptDeprecatedQueryNames, addDeprecatedRoutes } from './aliases.ts'
import { features } from './features.ts'
import { readGuardianSession } from './guardians/sessions.ts'
import type { App } from './platform/app.ts'
import {
  createRequestMetrics,
  observeConnections,
  observeRequests,
  type RequestMetrics,
} from './platform/telemetry/observe-requests.ts'
import { createBoardFastPath } from './leaderboard/board-fast-path.ts'
import { refuseIndirectRequests, warnOfUntrustedProxy } from './platform/http/direct-requests.ts'
import { createClientErrorHandler } from './platform/http/client-errors.ts'
import { chooseConnectionLimits, type ConnectionLimits } from './platform/http/connection-limits.ts'
import { createConnectionLog } from './platform/http/connection-log.ts'
import { createConnectionWatch, type ConnectionWatch, type WatchTimes } from './platform/http/connection-watch.ts'
import { handleError } from './platform/http/errors.ts'
import { createStreamLimits } from './platform/http/event-streams.ts'
import type { FastPath } from './platform/http/fast-path.ts'
import { serveHealth } from './system/health/routes.ts'
import { compressReplies } from './platform/http/compress-replies.ts'
import { acceptJsonOnly } from './platform/http/json-body.ts'
import { registerOpenApi, serveApiDocs } from './platform/http/openapi.ts'
import { createPageFastPath } from './platform/http/page-fast-path.ts'
import { createRequestLog, logRequests } from './platform/http/request-log.ts'
import { openVisitorReplies } from './platform/http/visitor-replies.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import type { RouteContext } from './platform/http/route.ts'
import { addSecurityHeaders, commonHeaders } from './platform/http/security-headers.ts'

export type HttpOptions = {
  /** Tests replace times and limits with smaller ones, and the web build with one of their own. */
  times?: Partial<WatchTimes>
  limits?: Partial<ConnectionLimits>
  buildFolder?: string
}

/** Creates the HTTP server for an app; `sandbox` adds the routes of the stand-ins for external services. */
export async function createHttp(
  app: App,
  sandbox?: FastifyPluginAsync,
  options: HttpOptions = {},
): Promise<FastifyInstance> {
  const https = app.config.publicUrl.startsWith('https:')
  const connections = openConnections(app, options)
  const metrics = createRequestMetrics(app.telemetry)
  const fastPaths = [openBoardFastPath(app, { https, metrics })]
  const http = createBare(app, { https, fastPaths, ...connections })
  // Before all other hooks, so that requests they refuse are measured too.
  http.decorateRequest('isStream', false)
  if (app.telemetry && metrics)
    observeRequests(http, { telemetry: app.telemetry, metrics, trustProxy: app.config.trustProxy })
  z.config({ customError: describeIssue })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  http.setErrorHandler(handleError)
  http.decorateRequest('user', undefined)
  http.decorateRequest('uploads', undefined)
  acceptJsonOnly(http)
  addSecurityHeaders(http, { https, clock: app.clock })
  warnOfUntrustedProxy(http, app.config)
  allowTransfers(http, connections.watch)
  const logRequest = createRequestLog(app.config)
  logRequests(http, logRequest)
  await http.register(multipart)
  await registerOpenApi(http, { publicUrl: app.config.publicUrl })
  const streamLimits = createStreamLimits(connections.limits, connections.connectionLog)
  observeConnections(app.telemetry, {
    connections: () => connections.watch.count(),
    streams: () => streamLimits.count(),
  })
  const visitorReplies = openVisitorReplies(app)
  http.addHook('onClose', async () => visitorReplies.close())
  await http.register(async (scope) => {
    const context: RouteContext = {
      http: scope,
      app,
      readSession: async (token) => (await readGuardianSession(app, token)) ?? readSession(app, token),
      streamLimits,
      visitorReplies,
    }
    compressReplies(scope)
    acceptDeprecatedQueryNames(scope)
    for (const addRoutes of features.flatMap(({ routes = [] }) => routes)) addRoutes(context)
    addDeprecatedRoutes(context)
  })
  serveApiDocs(http, app)
  serveHealth(http, app)
  if (sandbox)
    await http.register(async (scope) => {
      scope.addHook('onRequest', refuseIndirectRequests(app.config))
      await scope.register(sandbox)
    })
  const { s3, publicUrl, isProduction, sandboxPeers } = app.config
  const mark = (await isDemonstration(app.db)) ? demonstrationText.mark : undefined
  const served = await serveWebApp(http, {
    buildFolder: options.buildFolder,
    s3,
    publicUrl,
    isProduction,
    sandboxPeers,
    scriptUrl: app.paystack.scriptUrl,
    mark,
    visitorReplies,
    rateLimits: app.rateLimits,
  })
  const { clock, log } = app
  if (served)
    fastPaths.push(
      createPageFastPath({
        ...served,
        publicUrl,
        isProduction,
        visitorReplies,
        https,
        clock,
        log,
        logRequest,
        metrics,
      }),
    )
  return http
}

/** Creates the connection watch with its limits and log. */
function openConnections({ config, log }: App, { times = {}, limits: changes = {} }: HttpOptions) {
  const limits = { ...chooseConnectionLimits({ hasAddressLimits: config.rateLimitFactor > 0, log }), ...changes }
  const connectionLog = createConnectionLog({ log })
  // Trusts the same addresses as Fastify does for X-Forwarded-For.
  const isTrusted = compile(config.trustProxy)
  const isTrustedProxy = (address: string) => isTrusted(address, 0)
  return { limits, connectionLog, watch: createConnectionWatch({ limits, isTrustedProxy, log: connectionLog, times }) }
}

function openBoardFastPath(
  { ranking, clock }: App,
  options: { https: boolean; metrics: RequestMetrics | undefined },
): FastPath {
  return createBoardFastPath({ getBoard: (category) => ranking.board(category), clock, ...options })
}

type Bare = { https: boolean; fastPaths: readonly FastPath[] } & ReturnType<typeof openConnections>

/** Creates a server without feature routes: logging, the connection watch and the fast paths. */
function createBare(app: App, { https, fastPaths, watch, connectionLog }: Bare): FastifyInstance {
  const log: FastifyBaseLogger = app.log
  const http = Fastify({
    loggerInstance: log,
    // Fastify's own log lines contain the full path; logRequests logs only the route.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // On a busy machine a plugin takes longer than Fastify's default of ten seconds, and the server would never start.
    pluginTimeout: 120_000,
    trustProxy: app.config.trustProxy.length > 0 ? app.config.trustProxy : false,
    exposeHeadRoutes: false,
    // Handles paths that cannot be decoded, for which Fastify runs no hook and no route.
    frameworkErrors: (error, request, reply) => {
      void handleError(error, request, reply.headers(commonHeaders({ requestId: request.id, https, clock: app.clock })))
    },
    routerOptions: { maxParamLength: 2_000 },
    forceCloseConnections: 'idle',
    // Fastify's own 503 has another shape and no Retry-After, and the request can still be handled.
    return503OnClosing: false,
    clientErrorHandler: () => {},
    serverFactory: (handle) => {
      const framework = { handle, isListening: () => server.listening }
      const server = watch.createServer((request, response) => {
        // Otherwise a proxy would send its next request on this connection while the server closes it.
        if (http.readiness.isClosing) response.setHeader('connection', 'close')
        if (server.listening && fastPaths.some((serve) => serve(request, response, framework))) return
        handle(request, response)
      })
      // Fastify would set its own handler for only one of the addresses of "localhost".
      return server.on('clientError', createClientErrorHandler({ watch, log: connectionLog, https, clock: app.clock }))
    },
  })
  // When a port closes, the system resets connections waiting to be accepted. A second turn of the event loop accepts all that have
  // arrived.
  http.addHook('preClose', async () => {
    await nextTurn()
    await nextTurn()
  })
  http.addHook('onClose', async () => connectionLog.close())
  awaitRequests(http)
  return http
}

/**
 * Keeps the server from closing while a request is being authorised or handled. This continues after its visitor has left, and
 * needs the database.
 */
function awaitRequests(http: FastifyInstance): void {
  const running = new Set<Promise<unknown>>()
  const track = <Result>(result: Result): Result => {
    if (result instanceof Promise) {
      running.add(result)
      const end = () => void running.delete(result)
      result.then(end, end)
    }
    return result
  }
  http.addHook('onRoute', (options) => {
    const { handler, onRequest } = options
    options.handler = function tracked(...call) {
      return track(handler.apply(this, call))
    }
    if (typeof onRequest !== 'function') return
    options.onRequest = function tracked(...call) {
      return track(onRequest.apply(this, call))
    }
  })
  http.addHook('onClose', async () => {
    // A request that has been authorised is handled in the next turn.
    for (; running.size > 0; await nextTurn()) await Promise.allSettled(running)
  })
}

/** Tells the watch which bodies are uploads and which replies are media, once a route has accepted the request. */
function allowTransfers(http: FastifyInstance, watch: ConnectionWatch): void {
  http.addHook('preParsing', async (request, _reply, body) => {
    const { endpoint, transfer } = request.routeOptions.config
    // Read from the header, because request.isMultipart() is only true once parsing has begun.
    const takesFiles = endpoint && declarationOf(endpoint).files
    const isForm = takesFiles && /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
    if (transfer) watch.allow(request.raw, transfer)
    else if (isForm) watch.allow(request.raw, 'upload')
    return body
  })
}
