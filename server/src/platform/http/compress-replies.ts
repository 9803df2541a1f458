// Compresses the replies of the API, because phones are slow to load and pay for each byte. A compressed length can betray a
// secret to whoever makes a browser repeat a request with guesses (BREACH); other sites cannot do that here, because a request
// is authorised by a header and not by a cookie.
import type { FastifyInstance } from 'fastify'
import { chooseEncoding, compress } from './negotiation.ts'

/** Shorter replies fit into one packet as they are. */
const SMALLEST = 1_024

/** Compresses replies that are texts, for callers that accept it. Streams and files are sent as they are. */
export function compressReplies(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < SMALLEST || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding === 'identity') return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return compress(Buffer.from(payload), encoding)
  })
}
