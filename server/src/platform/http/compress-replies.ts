// Compresses the replies of the API, because phones are slow to load and pay for each byte.
import type { FastifyInstance } from 'fastify'
import { chooseEncoding, compress } from './negotiation.ts'

/** Shorter replies fit into one packet as they are. */
const MIN_LENGTH = 1_024

/**
 * Compresses replies that are texts, for callers that accept it. Streams and files are sent as they are.
 *
 * A compressed length can betray a secret to anyone who makes a browser repeat a request with guesses beside the secret
 * (BREACH). No other site can do that here: a request is authorised by a header, and never by a cookie, which browsers
 * add by themselves.
 */
export function compressReplies(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding === 'identity') return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return compress(Buffer.from(payload), encoding)
  })
}
