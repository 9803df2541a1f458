// Counts and times requests by their route's pattern, and traces a sample of them.
import { compile } from '@fastify/proxy-addr'
import type { Attributes } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { observe } from './observe.ts'
import type { Telemetry } from './telemetry.ts'
import type { Span } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined: the request is not traced. */
    span: Span | undefined
  }
}

/** In seconds. An answer should take less than 0.1, everything else less than 0.5, and after 5 the database cancels its work. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Strangers can send any method name; those that no route has are counted as one. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** OpenTelemetry's SpanStatusCode.ERROR, which this file does not load. A refusal (4xx) is not a server error. */
const FAILED = 2

type Handled = { route: string; method: string; status: number }

export type RequestMetrics = {
  /** Counts a request. @param ms how long it took; undefined if that depended on the client's network */
  count(request: Handled, ms: number | undefined): void
}

/** Creates the request metrics; undefined if telemetry is off. */
export function createRequestMetrics(telemetry: Telemetry | undefined): RequestMetrics | undefined {
  if (!telemetry) return undefined
  const total = telemetry.meter.createObservableCounter('baobab_http_requests_total', {
    description: 'Requests by route, method and status class',
  })
  // Counted here and read when metrics are collected, because OpenTelemetry sorts and joins the labels of each value it is given.
  const counts = new Map<string, { labels: Attributes; requests: number }>()
  total.addCallback((result) => {
    for (const { labels, requests } of counts.values()) result.observe(requests, labels)
  })
  const duration = telemetry.meter.createHistogram('baobab_http_request_duration_seconds', {
    description: 'Seconds from a request to the end of its reply, without uploads, videos and event streams',
    advice: { explicitBucketBoundaries: buckets },
  })
  return {
    count({ route, method, status }, ms) {
      const labels = { route, method: methods.has(method) ? method : 'other' }
      const statusClass = `${Math.floor(status / 100)}xx`
      const key = `${labels.method} ${statusClass} ${route}`
      const counted = counts.get(key) ?? { labels: { ...labels, status: statusClass }, requests: 0 }
      counted.requests += 1
      counts.set(key, counted)
      if (ms !== undefined) duration.record(ms / 1_000, labels)
    },
  }
}

/** The label for requests for pages or for unknown addresses, because their paths may be anything. */
export const PAGE_ROUTE = 'page'

/** The pattern of a request's route. */
export const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? PAGE_ROUTE

/** Whether the duration of a request depends on the client's network, or on how long a page stays open. */
export const isTransfer = (request: FastifyRequest) =>
  request.isStream || request.uploads !== undefined || request.routeOptions.config.transfer !== undefined

type Observing = { telemetry: Telemetry; metrics: RequestMetrics; trustProxy: string[] }

/** Measures all requests that reach a server's routes. */
export function observeRequests(http: FastifyInstance, { telemetry, metrics, trustProxy }: Observing): void {
  http.addHook('onResponse', (request, reply, done) => {
    const handled = { route: routeOf(request), method: request.method, status: reply.statusCode }
    metrics.count(handled, isTransfer(request) ? undefined : reply.elapsedTime)
    done()
  })
  if (telemetry.tracing) traceRequests(http, telemetry.tracing, trustProxy)
}

function traceRequests(http: FastifyInstance, tracing: NonNullable<Telemetry['tracing']>, trustProxy: string[]): void {
  const isTrusted = compile(trustProxy)
  const readTraceparent = ({ socket, headers }: FastifyRequest) => {
    const { traceparent } = headers
    // A header from anybody else would let strangers fill the collector, or join traces of their choice.
    const mayBeUsed = typeof traceparent === 'string' && isTrusted(socket.remoteAddress ?? '', 0)
    return mayBeUsed ? traceparent : undefined
  }
  http.decorateRequest('span', undefined)
  http.addHook('onRequest', (request, _reply, done) => {
    request.span = tracing.beginRequest(`${request.method} ${routeOf(request)}`, readTraceparent(request))
    if (request.span) tracing.within(request.span, done)
    else done()
  })
  // The body arrives outside the context started by the hook above.
  http.addHook('preValidation', (request, _reply, done) => {
    if (request.span) tracing.within(request.span, done)
    else done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { span } = request
    span?.setAttributes({
      'http.request.method': request.method,
      'http.route': routeOf(request),
      'http.response.status_code': reply.statusCode,
      'baobab.request_id': request.id,
    })
    if (reply.statusCode >= 500) span?.setAttribute('error.type', String(reply.statusCode)).setStatus({ code: FAILED })
    span?.end()
    done()
  })
}

/** Measures open connections, and event streams to open pages. */
export function observeConnections(
  telemetry: Telemetry | undefined,
  counts: { connections: () => number; streams: () => number },
): void {
  if (!telemetry) return
  const names = {
    baobab_connections_open: 'Open connections of visitors and proxies',
    baobab_streams_open: 'Open event streams to pages',
  }
  observe(telemetry.meter, names, (set) => {
    set('baobab_connections_open', counts.connections())
    set('baobab_streams_open', counts.streams())
  })
}
