// The monitoring port (METRICS_PORT), which is not public. It is separate from the visitors' port and, by default, only reachable
// from this machine.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { isUnclaimableHost } from '../addresses.ts'
import type { TelemetryConfig } from './settings.ts'
import type { Telemetry } from './telemetry.ts'

const TEXT = 'text/plain; version=0.0.4; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

type Sources = {
  telemetry: Telemetry
  readHealth: () => Promise<{ status: string }>
  log: Logger
}

type Reply = { status: number; type: string; body: string }

const refusal: Reply = {
  status: 403,
  type: TEXT,
  body: 'Call this port by an address, or by a name without a dot or in .local or .internal.\n',
}

async function answer({ url = '', headers }: IncomingMessage, { telemetry, readHealth }: Sources): Promise<Reply> {
  const [, host = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(headers.host ?? '') ?? []
  if (host === '' || !isUnclaimableHost(host)) return refusal
  const [path = ''] = url.split('?')
  if (path === '/metrics') return { status: 200, type: TEXT, body: await telemetry.readMetrics() }
  if (path === '/healthz') return { status: 200, type: JSON_TYPE, body: JSON.stringify({ status: 'ok' }) }
  if (path !== '/readyz') return { status: 404, type: TEXT, body: 'This port has /metrics, /readyz and /healthz.\n' }
  const health = await readHealth()
  return { status: health.status === 'unavailable' ? 503 : 200, type: JSON_TYPE, body: JSON.stringify(health) }
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

/**
 * Opens the monitoring port. Throws if it is in use.
 * @returns a function that closes it
 */
export async function openInternalServer(
  { port, host }: NonNullable<TelemetryConfig['scraping']>,
  sources: Sources,
): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 72_000 }, (request, response) => {
    answer(request, sources).then(
      (reply) => send(response, reply),
      (error: unknown) => {
        sources.log.warn({ err: error }, 'the monitoring port could not reply')
        send(response, { status: 500, type: TEXT, body: 'The metrics could not be read.\n' })
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error(`METRICS_PORT ${port} cannot be opened: another program may use it.`, { cause })
  })
  return () => close(server)
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
