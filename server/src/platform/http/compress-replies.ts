// Compresses the replies of the API, because phones are slow to load and their owners pay for each byte.
import type { FastifyInstance } from 'fastify'
import { chooseEncoding, compress } from './negotiation.ts'

/** Shorter replies fit into one packet without compression. */
const MIN_LENGTH = 1_024

/**
 * Compresses text replies for callers that accept it. Streams and files are sent unchanged.
 *
 * A compressed length can reveal a secret to anyone who makes a browser repeat a request with guesses next to the secret (BREACH).
 * No other site can do that here, because requests are authorised by a header and never by a cookie, which browsers would add
 * automatically.
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
