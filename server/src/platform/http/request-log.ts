// Logs requests with the route's pattern, never its path, which may contain names and tokens.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isRequestLogged, SLOW_MS } from '../log.ts'
import { isTransfer, routeOf } from '../telemetry/observe-requests.ts'

type LoggedRequest = {
  method: string | undefined
  route: string
  status: number
  ms: number
  /** Whether its duration depends on the client's network, so that it never counts as slow. */
  isTransfer?: boolean
  traceId?: string | undefined
}

/** Logs a request to the log with its id, which is opened only if the request is logged. */
export type LogRequest = (request: LoggedRequest, openLog: () => FastifyBaseLogger) => void

/**
 * Returns a function that logs every failed, refused or slow request, and a sample of the others; outside production only at the
 * level `debug`, because they would hide the banner.
 */
export function createRequestLog({
  accessSample,
  isProduction,
}: Pick<Config, 'accessSample' | 'isProduction'>): LogRequest {
  const level = isProduction ? 'info' : 'debug'
  return ({ method, route, status, ms, traceId, isTransfer = false }, openLog) => {
    const isSlow = ms >= SLOW_MS && !isTransfer
    if (!isRequestLogged({ status, isSlow }, accessSample, Math.random())) return
    const trace = traceId === undefined ? {} : { traceId }
    openLog()[level]({ method, route, status, ms: Math.round(ms), ...trace }, 'request completed')
  }
}

/** Logs all requests that reach a server's routes. */
export function logRequests(http: FastifyInstance, logRequest: LogRequest): void {
  http.addHook('onResponse', async (request, { statusCode: status, elapsedTime: ms }) => {
    const traceId = request.span?.spanContext().traceId
    const { method } = request
    const logged = { method, route: routeOf(request), status, ms, isTransfer: isTransfer(request), traceId }
    logRequest(logged, () => request.log)
  })
}
