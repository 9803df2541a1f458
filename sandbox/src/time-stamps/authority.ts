// Simulates a time stamp authority (RFC 3161) over HTTP. Its key is made at each start, so its time stamps prove nothing.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { makeKeys, type KeyKind } from './keys.ts'
import { makeReply, otherImprint, readRequest, refuse } from './make-reply.ts'

/**
 * What is wrong with the authority: no reply, an error, no time stamp, one for another file or another request, or too many
 * bytes.
 */
export type AuthorityFault = 'silent' | 'failing' | 'refusing' | 'wrong' | 'replayed' | 'oversized'

export type Authority = {
  url: string
  /** The certificate as text, for `openssl ts -verify -CAfile`. */
  certificate: string
  /** How many requests have arrived. */
  countRequests: () => number
  /** Makes it fail from now on; without a fault it replies again. */
  setFault: (fault?: AuthorityFault) => void
  close(): Promise<void>
}

type Opening = { now: () => Date; kind?: KeyKind }

const MAX_REPLY_BYTES = 1_000_000

/** Opens an authority on a free loopback port. */
export async function openAuthority({ now, kind = 'ec' }: Opening): Promise<Authority> {
  const keys = makeKeys({ kind, now: now() })
  let [fault, requests]: [AuthorityFault | undefined, number] = [undefined, 0]

  const toReply = (body: Buffer): Buffer => {
    if (fault === 'oversized') return Buffer.alloc(MAX_REPLY_BYTES, 0x30)
    if (fault === 'refusing') return refuse()
    const changes = {
      ...(fault === 'wrong' && { imprint: otherImprint() }),
      ...(fault === 'replayed' && { nonce: undefined }),
    }
    return makeReply({ ...readRequest(body), ...changes }, keys, now())
  }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    requests += 1
    if (fault === 'silent') return
    const isQuery = request.method === 'POST' && request.headers['content-type'] === 'application/timestamp-query'
    if (fault === 'failing' || !isQuery) return void response.writeHead(fault ? 500 : 415).end()
    const reply = toReply(body)
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply)
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(400).end())
  })
  // Keeps idle connections open: a caller that was busy for seconds would otherwise reuse one that has been closed.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The authority of the sandbox has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    certificate: keys.pem,
    countRequests: () => requests,
    setFault(next) {
      fault = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
