// Simulates a browser's push service: it accepts encrypted messages, which it cannot read, and can be told to refuse them.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import { checkRequest } from './check-request.ts'
import type { PushFault, PushMessage, PushRefusal, PushService } from './service.ts'
import { pushRoutes } from './routes.ts'

export type Push = PushService & { routes: FastifyPluginAsync; close: () => Promise<void> }

const MAX_BODY_BYTES = 64 * 1_024
const KEPT = 1_000
const PATH = /^\/sandbox\/push\/([\w-]{1,64})$/

/** Opens the service on a free loopback port. */
export async function openPush(): Promise<Push> {
  const received: PushMessage[] = []
  const refused: PushRefusal[] = []
  const faults = new Map<string | undefined, PushFault>()
  /** The key that signed a browser's first message: no other sender is accepted for that browser. */
  const keys = new Map<string, string>()

  const answer = async (request: IncomingMessage, origin: string): Promise<PushFault> => {
    const [, browser] = PATH.exec(request.url ?? '') ?? []
    const body = await readBody(request)
    if (browser === undefined || request.method !== 'POST') return { status: 404 }
    const now = new Date()
    const refuse = (fault: PushFault, reason: string) => {
      refused.push({ browser, status: fault.status, reason, at: now })
      refused.splice(0, refused.length - KEPT)
      return fault
    }
    const checked = await checkRequest({ headers: request.headers, body, origin, now })
    if ('status' in checked) return refuse({ status: checked.status }, checked.reason)
    const fault = faults.get(browser) ?? faults.get(undefined)
    if (fault) return refuse(fault, 'as it was told')
    const { key, ...message } = checked
    if ((keys.get(browser) ?? key) !== key) return refuse({ status: 403 }, 'another sender')
    keys.set(browser, key)
    received.push({ ...message, browser, body, at: now })
    received.splice(0, received.length - KEPT)
    return { status: 201 }
  }

  const server = await listen(answer)
  const push: PushService = {
    url: server.origin,
    messages: (browser?: string) => received.filter((one) => browser === undefined || one.browser === browser),
    refusals: () => refused,
    setFault: (fault?: PushFault, browser?: string) => {
      if (fault) faults.set(browser, fault)
      else faults.delete(browser)
    },
    currentFault: () => faults.get(undefined),
  }
  return { ...push, routes: pushRoutes(push), close: () => server.close() }
}

async function listen(answer: (request: IncomingMessage, origin: string) => Promise<PushFault>) {
  let origin = ''
  const server = createServer((request, response) => {
    answer(request, origin).then(
      (reply) => send(response, reply),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The push service of the sandbox has no port')
  origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes: Buffer = chunk
    length += bytes.length
    if (length > MAX_BODY_BYTES) throw new Error('the body is too long')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, { status, retryAfter }: PushFault): void {
  const headers = {
    ...(status === 201 && { ttl: '0' }),
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  }
  response.writeHead(status, headers).end()
}
