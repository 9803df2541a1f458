// Cuts bodies that arrive too slowly. A limit of the whole server would cut every long upload, so each route is
// watched by its own measure (security.md F1, W-16).
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type MinimumBodyRate = {
  /** Milliseconds between two looks. */
  intervalMs: number
  /** Bytes that must arrive between two looks. */
  minBytes: number
}

/** A small body is whole in 15 s. */
export const SMALL_BODY_RATE: MinimumBodyRate = { intervalMs: 15_000, minBytes: Number.POSITIVE_INFINITY }
/** An upload brings at least 4 KiB/s, averaged over a minute: a slow line passes, a held one does not. */
export const UPLOAD_RATE: MinimumBodyRate = { intervalMs: 60_000, minBytes: 60 * 4_096 }

/** Watches a body until it is whole; one that is too slow is cut, and its connection with it. */
export function enforceBodyRate(request: IncomingMessage, pace: MinimumBodyRate): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && !(Number(length) > 0)) return
  let seen = request.socket.bytesRead
  const look = setInterval(() => {
    const { bytesRead } = request.socket
    if (request.complete) return stop()
    if (bytesRead - seen < pace.minBytes)
      request.destroy(Object.assign(new Error('The body arrived too slowly.'), { code: 'BODY_TOO_SLOW' }))
    seen = bytesRead
  }, pace.intervalMs)
  const stop = () => clearInterval(look)
  look.unref()
  request.once('end', stop).once('close', stop)
}

/** Watches the bodies of all requests, those to paths that nobody knows too. Call before routes are added. */
export function enforceBodyRates(
  http: FastifyInstance,
  paces: { small: MinimumBodyRate; upload: MinimumBodyRate },
): void {
  http.addHook('preParsing', async (request, _reply, body) => {
    // By the header: what the reader of multipart bodies says of a request, it says only once it has begun.
    const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
    const isUpload = isForm || request.routeOptions.config.isUpload === true
    enforceBodyRate(request.raw, isUpload ? paces.upload : paces.small)
    return body
  })
}
