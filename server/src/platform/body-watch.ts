// Cuts bodies that arrive too slowly. A limit of the whole server would cut every long upload, so each route is
// watched by its own measure (security.md F1, W-16).
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type Pace = {
  /** Milliseconds between two looks. */
  everyMs: number
  /** Bytes that must arrive between two looks. */
  leastBytes: number
}

/** A small body is whole in 15 s. */
export const SMALL_BODY: Pace = { everyMs: 15_000, leastBytes: Number.POSITIVE_INFINITY }
/** An upload brings at least 4 KiB/s, averaged over a minute: a slow line passes, a held one does not. */
export const UPLOAD: Pace = { everyMs: 60_000, leastBytes: 60 * 4_096 }

/** Watches a body until it is whole; one that is too slow is cut, and its connection with it. */
export function watchBody(request: IncomingMessage, pace: Pace): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && !(Number(length) > 0)) return
  let seen = request.socket.bytesRead
  const look = setInterval(() => {
    const { bytesRead } = request.socket
    if (request.complete) return stop()
    if (bytesRead - seen < pace.leastBytes)
      request.destroy(Object.assign(new Error('The body arrived too slowly.'), { code: 'BODY_TOO_SLOW' }))
    seen = bytesRead
  }, pace.everyMs)
  const stop = () => clearInterval(look)
  look.unref()
  request.once('end', stop).once('close', stop)
}

/** Watches the bodies of all requests, those to paths that nobody knows too. Call before routes are added. */
export function watchBodies(http: FastifyInstance, paces: { small: Pace; upload: Pace }): void {
  http.addHook('preParsing', async (request, _reply, body) => {
    // By the header: what the reader of multipart bodies says of a request, it says only once it has begun.
    const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
    const isUpload = isForm || request.routeOptions.config.isUpload === true
    watchBody(request.raw, isUpload ? paces.upload : paces.small)
    return body
  })
}
