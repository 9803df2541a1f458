// A stand-in for a collector: accepts metrics and traces as OTLP over HTTP in JSON, as the specification describes.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type SpanMessage = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  status: { code?: number }
}
type TraceMessage = { resourceSpans: { scopeSpans: { spans: SpanMessage[] }[] }[] }
type Point = { attributes: Attribute[]; asDouble?: number; asInt?: string; count?: string }
type Metric = {
  name: string
  sum?: { dataPoints: Point[] }
  gauge?: { dataPoints: Point[] }
  histogram?: { dataPoints: Point[] }
}
type MetricMessage = {
  resourceMetrics: { resource: { attributes: Attribute[] }; scopeMetrics: { metrics: Metric[] }[] }[]
}

export type ReceivedSpan = Omit<SpanMessage, 'attributes'> & { attributes: Record<string, unknown> }

const toRecord = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Starts a collector, which keeps everything it receives. */
export async function startCollector({ port = 0 }: { port?: number } = {}) {
  const bodies: { path: string; headers: Record<string, unknown>; text: string }[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const bytes = Buffer.concat(chunks)
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
      bodies.push({ path: `${request.method} ${request.url}`, headers: request.headers, text })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const messages = <T>(path: string) =>
    bodies.filter((body) => body.path === `POST ${path}`).map(({ text }) => JSON.parse(text) as T)
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    bodies: () => bodies,
    spans: (): ReceivedSpan[] =>
      messages<TraceMessage>('/v1/traces')
        .flatMap(({ resourceSpans }) =>
          resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
        )
        .map((span) => ({ ...span, attributes: toRecord(span.attributes) })),
    /** Returns a metric's points in the newest message. */
    points: (name: string): Record<string, unknown>[] => {
      const newest = messages<MetricMessage>('/v1/metrics').at(-1)
      const metrics = newest?.resourceMetrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics: all }) => all),
      )
      const found = metrics?.filter((metric) => metric.name === name) ?? []
      return found.flatMap(({ sum, gauge, histogram }) =>
        ((sum ?? gauge ?? histogram)?.dataPoints ?? []).map((point) => toRecord(point.attributes)),
      )
    },
    resources: () =>
      messages<MetricMessage>('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.map(({ resource }) => toRecord(resource.attributes)),
      ),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type Collector = Awaited<ReturnType<typeof startCollector>>
