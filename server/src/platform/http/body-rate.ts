// Cuts off request bodies that arrive too slowly (Slowloris). A single time-out for all routes would also cut off long
// uploads, so each route has its own minimum data rate.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type MinimumBodyRate = {
  /** Milliseconds between two measurements. */
  intervalMs: number
  /** Bytes that must arrive in each interval. */
  minBytes: number
}

/** A small body must be complete within 15 seconds. */
export const SMALL_BODY_RATE: MinimumBodyRate = { intervalMs: 15_000, minBytes: Number.POSITIVE_INFINITY }
/** An upload needs at least 4 KiB/s, averaged over a minute, so slow connections can upload but stalled ones are cut. */
export const UPLOAD_RATE: MinimumBodyRate = { intervalMs: 60_000, minBytes: 60 * 4_096 }

/** Measures a body until it is complete; destroys the request and its connection if it arrives below the minimum rate. */
export function enforceBodyRate(request: IncomingMessage, rate: MinimumBodyRate): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && !(Number(length) > 0)) return
  let previousBytes = request.socket.bytesRead
  const timer = setInterval(() => {
    const { bytesRead } = request.socket
    if (request.complete) return stop()
    if (bytesRead - previousBytes < rate.minBytes)
      request.destroy(Object.assign(new Error('The body arrived too slowly.'), { code: 'BODY_TOO_SLOW' }))
    previousBytes = bytesRead
  }, rate.intervalMs)
  const stop = () => clearInterval(timer)
  timer.unref()
  request.once('end', stop).once('close', stop)
}

/** Enforces the rates on all requests, including those to unknown paths. Call before routes are added. */
export function enforceBodyRates(
  http: FastifyInstance,
  rates: { small: MinimumBodyRate; upload: MinimumBodyRate },
): void {
  http.addHook('preParsing', async (request, _reply, body) => {
    // Read from the header, because request.isMultipart() is true only once parsing has begun.
    const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
    const isUpload = isForm || request.routeOptions.config.isUpload === true
    enforceBodyRate(request.raw, isUpload ? rates.upload : rates.small)
    return body
  })
}
