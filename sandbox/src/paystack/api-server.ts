// The HTTP server of the API, on a free loopback port. Plain node:http, because a framework would prevent some of the
// failures that it simulates.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { SandboxLog } from '../log.ts'
import { fromForm, fromJson, refusal, type Answer, type Call } from './api.ts'
import { cutShort, fail, type Faults } from './faults.ts'
import { readJson } from '../json.ts'

export type ApiServer = { url: string; close(): Promise<void> }

const MAX_BODY_BYTES = 256 * 1024

type Serving = { answer: (call: Call) => Promise<Answer>; faults: Faults; log: SandboxLog }

export async function listenForCalls({ answer, faults, log }: Serving): Promise<ApiServer> {
  const server = createServer((request, response) => {
    handle({ answer, faults, log }, request, response).catch((error: unknown) => {
      log.error({ err: error }, "The sandbox's payment API failed to answer")
      if (response.headersSent) response.destroy()
      else sendAnswer(response, refusal(500, 'An error occurred'))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function handle({ answer, faults }: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers } = request
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const body = await readBody(request)
  // A client that disconnected during its request gets no reply.
  if (body === 'gone') return
  const fault = faults.next(`${method} ${url.pathname}`)
  if (fault !== undefined && fault !== 'cut') return fail(fault, response)
  if (body === 'too large') return sendAnswer(response, refusal(413, 'Request entity too large'))
  const parsed = parseBody(body.toString('utf8'), headers['content-type'] ?? '')
  if (!parsed) return sendAnswer(response, refusal(400, 'Invalid JSON'))
  const { authorization } = headers
  const found = await answer({ method, path: url.pathname, query: url.searchParams, body: parsed, authorization })
  if (fault === 'cut') return cutShort(response, found)
  sendAnswer(response, found)
}

function parseBody(body: string, type: string): Call['body'] | undefined {
  if (body === '') return {}
  return type.startsWith('application/x-www-form-urlencoded') ? fromForm(body) : fromJson(readJson(body))
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'gone' | 'too large'> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      const bytes: Buffer = chunk
      length += bytes.length
      if (length <= MAX_BODY_BYTES) chunks.push(bytes)
    }
  } catch {
    return 'gone'
  }
  return length > MAX_BODY_BYTES ? 'too large' : Buffer.concat(chunks)
}

function sendAnswer(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sandbox payment API has no port')
  return address.port
}
