// Builds the HTTP server without starting it: plugins, the error handler, and the routes of every feature.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { addAccountRoutes } from './accounts/routes.ts'
import { readSession } from './accounts/sessions.ts'
import { acceptDeprecatedQueryNames, addDeprecatedRoutes } from './aliases.ts'
import type { App } from './platform/app.ts'
import { addAuditRoutes } from './audit/admin/routes.ts'
import { addExportRoutes } from './exports/routes.ts'
import { addMetricRoutes } from './metrics/routes.ts'
import { addPaymentsAdminRoutes } from './payments/admin/routes.ts'
import { addStudentRoutes } from './students/routes.ts'
import { addContactAdminRoutes } from './contact/admin/routes.ts'
import { addContactRoutes } from './contact/routes.ts'
import { createBoardFastPath } from './leaderboard/board-fast-path.ts'
import { addLeaderboardRoutes } from './leaderboard/routes.ts'
import { addNotificationAdminRoutes } from './notifications/admin/routes.ts'
import { addNotificationRoutes } from './notifications/routes.ts'
import { refuseIndirectRequests, warnOfUntrustedProxy } from './platform/http/direct-requests.ts'
import { SMALL_BODY_RATE, UPLOAD_RATE, enforceBodyRates } from './platform/http/body-rate.ts'
import { handleError } from './platform/http/errors.ts'
import { serveHealth } from './platform/http/health.ts'
import { acceptJsonOnly } from './platform/http/json-body.ts'
import { registerOpenApi, serveApiDocs } from './platform/http/openapi.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import type { RouteContext } from './platform/http/route.ts'
import { addSecurityHeaders, commonHeaders } from './platform/http/security-headers.ts'
import { addPaymentRoutes } from './payments/routes.ts'
import { addPrivacyRoutes } from './privacy/routes.ts'
import { addProfileRoutes } from './profile/routes.ts'
import { addQuizAdminRoutes } from './quiz/admin/routes.ts'
import { addImportRoutes } from './quiz/import/routes.ts'
import { countQuestions } from './quiz/count-questions.ts'
import { addQuizRoutes } from './quiz/routes.ts'
import { addSettingRoutes } from './settings/routes.ts'
import { addSystemRoutes } from './system/routes.ts'
import { addVideoAdminRoutes } from './videos/admin/routes.ts'
import { addMediaRoutes } from './videos/media/routes.ts'
import { addResumableUploadRoutes } from './videos/resumable-upload/routes.ts'
import { addVideoRoutes } from './videos/routes.ts'

/** Longer than the time-out of common proxies, so that a proxy never reuses a connection that the server has closed. */
const KEEP_ALIVE_MS = 72_000

/** Creates the HTTP server for an app; `sandbox` adds the routes of the stand-ins for external services. */
export async function createHttp(app: App, sandbox?: FastifyPluginAsync): Promise<FastifyInstance> {
  const https = app.config.publicUrl.startsWith('https:')
  const http = createBare(app, { https })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  http.setErrorHandler(handleError)
  http.decorateRequest('user', undefined)
  http.decorateRequest('uploads', undefined)
  acceptJsonOnly(http)
  addSecurityHeaders(http, { https })
  warnOfUntrustedProxy(http, app.config)
  enforceBodyRates(http, { small: SMALL_BODY_RATE, upload: UPLOAD_RATE })
  addRequestLog(http)
  await http.register(multipart)
  await registerOpenApi(http, { publicUrl: app.config.publicUrl })
  await http.register(async (scope) => {
    const context: RouteContext = { http: scope, app, readSession: (token) => readSession(app, token) }
    acceptDeprecatedQueryNames(scope)
    addAccountRoutes(context)
    addProfileRoutes(context)
    addVideoRoutes(context, countQuestions)
    addVideoAdminRoutes(context, countQuestions)
    addResumableUploadRoutes(context)
    addMediaRoutes(context)
    addQuizRoutes(context)
    addQuizAdminRoutes(context)
    addImportRoutes(context)
    addLeaderboardRoutes(context)
    addContactRoutes(context)
    addContactAdminRoutes(context)
    addNotificationRoutes(context)
    addNotificationAdminRoutes(context)
    addSettingRoutes(context)
    addMetricRoutes(context)
    addSystemRoutes(context)
    addPaymentRoutes(context)
    addPrivacyRoutes(context)
    addAuditRoutes(context)
    addStudentRoutes(context)
    addExportRoutes(context)
    addPaymentsAdminRoutes(context)
    addDeprecatedRoutes(context)
  })
  serveApiDocs(http)
  serveHealth(http, app)
  if (sandbox)
    await http.register(async (scope) => {
      scope.addHook('onRequest', refuseIndirectRequests(app.config))
      await scope.register(sandbox)
    })
  const { s3, publicUrl } = app.config
  await serveWebApp(http, { s3, publicUrl, scriptUrl: app.paystack.scriptUrl })
  return http
}

/** Creates a server without feature routes: logging, time-outs and the leaderboard's fast path. */
function createBare(app: App, { https }: { https: boolean }): FastifyInstance {
  const log: FastifyBaseLogger = app.log
  const serveBoard = createBoardFastPath({ getBoard: (category) => app.ranking.board(category), https })
  return Fastify({
    loggerInstance: log,
    // Fastify's own log lines contain the full path; addRequestLog logs only the route.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: app.config.trustProxy.length > 0 ? app.config.trustProxy : false,
    exposeHeadRoutes: false,
    // Handles paths that cannot be decoded: Fastify runs no hook and no route for them.
    frameworkErrors: (error, request, reply) => {
      void handleError(error, request, reply.headers(commonHeaders({ requestId: request.id, https })))
    },
    routerOptions: { maxParamLength: 2_000 },
    forceCloseConnections: 'idle',
    serverFactory: (handle) => {
      const server = createServer(
        // A time-out for whole requests would cut uploads. Slow senders are cut by headersTimeout and enforceBodyRates.
        {
          requestTimeout: 0,
          headersTimeout: 10_000,
          connectionsCheckingInterval: 1_000,
          keepAliveTimeout: KEEP_ALIVE_MS,
        },
        (request, response) => {
          // While the server closes, Fastify handles every request, because it also ends the connections.
          if (!server.listening || !serveBoard(request, response)) handle(request, response)
        },
      )
      return server
    },
  })
}

/** Logs one line for each request with the route's pattern, never its path, which may contain names and tokens. */
function addRequestLog(http: FastifyInstance): void {
  http.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'page',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request completed',
    )
  })
}
