// The servers of the providers, on one free loopback port. Plain node:http, because a framework would prevent some of the
// failures that it simulates.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { providers, type Provider } from './providers.ts'
import type { Mood } from './moods.ts'
import type { Reply, TokenCall, UserCall } from './tokens.ts'

export type Calls = {
  moodOf(provider: Provider): Mood
  token(provider: Provider, call: TokenCall): Promise<Reply>
  user(provider: Provider, call: UserCall): Reply
  keys(provider: Provider): Promise<Reply>
}

const MAX_BODY_BYTES = 64 * 1_024
const NOT_FOUND: Reply = { status: 404, body: { message: 'Not found' } }

export async function listenForSignIns(calls: Calls): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    handle(calls, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The identity providers have no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function handle(calls: Calls, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [, name, action] = url.pathname.split('/')
  const provider = providers.find((one) => one === name)
  const body = await readBody(request)
  if (provider === undefined) return send(response, NOT_FOUND)
  // The keys are always served, because a client may already have them.
  if (action !== 'keys' && misbehave(calls.moodOf(provider), response)) return
  const { authorization } = request.headers
  if (action === 'keys') send(response, await calls.keys(provider))
  else if (action === 'user') send(response, calls.user(provider, { authorization, query: url.searchParams }))
  else if (action === 'token' && request.method === 'POST')
    send(response, await calls.token(provider, { authorization, body: new URLSearchParams(body) }))
  else send(response, NOT_FOUND)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes: Buffer = chunk
    length += bytes.length
    if (length > MAX_BODY_BYTES) throw new Error('the body is too long')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** How the connection moods reply. */
const misbehaviours: Partial<Record<Mood, (response: ServerResponse) => void>> = {
  slow: () => {},
  down: (response) => send(response, { status: 503, body: { error: 'temporarily_unavailable' } }),
  cut: (response) => response.destroy(),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>We are working on it</h1>'),
  redirect: (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  huge: sendWithoutEnd,
}

/** Replies as a mood demands. Returns false if the mood affects only tokens. */
function misbehave(mood: Mood, response: ServerResponse): boolean {
  misbehaviours[mood]?.(response)
  return mood in misbehaviours
}

function sendWithoutEnd(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1_024, 0x20)
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.on('drain', more)
  more()
}
