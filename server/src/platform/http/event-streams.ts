// Server-sent event streams to open pages: their maximum number, their heartbeat and how they are closed.
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { createOpenCounts, limitAddress } from '../security/open-counts.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import type { ConnectionLog } from './connection-log.ts'
import { fail } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the reply is an event stream, which lasts as long as the page is open. */
    isStream: boolean
  }
}

/** A stream with more unsent bytes than this is closed, because its client has stopped reading; the page reconnects. */
const MAX_BUFFERED_BYTES = 16 * 1024
/** How long a client that has stopped reading may delay the server's shutdown. */
const CLOSE_GRACE_MS = 500
/** When a page that was refused may request a stream again; until then it polls. */
const RETRY_AFTER_SECONDS = 30
/** An SSE comment, which clients ignore. */
const HEARTBEAT = ':\n\n'
const ALL = 'all streams'

export type StreamLimits = {
  /**
   * Counts one more stream. Above the limit of an account or address, refuses with `too_many_requests`; above the server's limit,
   * with `busy`.
   * @returns a function that releases the stream, to be called once
   */
  add(address: string, accountId: string | undefined): () => void
  /** Returns the number of open streams. */
  count(): number
}

/** Creates the limits shared by all kinds of streams on a server. */
export function createStreamLimits(
  limits: Pick<ConnectionLimits, 'streams' | 'streamsPerAddress' | 'streamsPerAccount'>,
  log: Pick<ConnectionLog, 'count'>,
): StreamLimits {
  const open = createOpenCounts()
  return {
    count: () => open.count(ALL),
    add(address, accountId) {
      const keys = [
        ...(accountId === undefined ? [] : [{ key: accountId, limit: limits.streamsPerAccount }]),
        ...limitAddress(address, limits.streamsPerAddress),
        { key: ALL, limit: limits.streams },
      ]
      const full = open.findFull(keys)
      if (!full) return open.add(keys)
      log.count('stream refused', address)
      return fail(full.key === ALL ? 'busy' : 'too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    },
  }
}

type Options = { heartbeatMs: number; limits: StreamLimits }
type Beginning<Subscriber> = {
  subscriber: Subscriber
  /** The account that the stream belongs to, if it requires a login. */
  accountId?: string
  /** The first bytes. */
  first?: string
}

/**
 * Keeps track of a server's open streams, each with data about its subscriber.
 * @param options.heartbeatMs time between two heartbeats, which show proxies and clients that a stream is alive
 */
export function createEventStreams<Subscriber>({ heartbeatMs, limits }: Options) {
  const open = new Map<ServerResponse, Subscriber>()
  const send = (stream: ServerResponse, bytes: string) => {
    if (stream.writableLength > MAX_BUFFERED_BYTES) stream.destroy()
    else stream.write(bytes)
  }
  const beat = () => {
    for (const stream of open.keys()) send(stream, HEARTBEAT)
  }
  const heartbeat = setInterval(beat, heartbeatMs)
  heartbeat.unref()
  return {
    /** Opens a stream and sends a first event, by default a heartbeat. Refuses above the limits. */
    begin(reply: FastifyReply, { subscriber, accountId, first = HEARTBEAT }: Beginning<Subscriber>): ServerResponse {
      const remove = limits.add(reply.request.ip, accountId)
      const stream = beginStream(reply)
      send(stream, first)
      open.set(stream, subscriber)
      const end = () => {
        if (open.delete(stream)) remove()
      }
      stream.once('close', end)
      // A stream that is already closed does not emit 'close' again.
      if (stream.destroyed) end()
      return stream
    },
    send,
    /** Returns the open streams whose subscriber matches. */
    filter: (isMatch: (subscriber: Subscriber) => boolean): ServerResponse[] =>
      [...open].flatMap(([stream, subscriber]) => (isMatch(subscriber) ? [stream] : [])),
    /** Returns the subscriber of a stream; undefined once it is closed. */
    subscriber: (stream: ServerResponse): Subscriber | undefined => open.get(stream),
    /** Returns the number of open streams. */
    count: () => open.size,
    /** Sends a heartbeat to every stream. */
    beat,
    /** Closes all streams because the server is shutting down; pages then reconnect. */
    close() {
      clearInterval(heartbeat)
      const sockets = [...open.keys()].map((stream) => stream.socket)
      for (const stream of open.keys()) stream.end()
      setTimeout(() => {
        for (const socket of sockets) socket?.destroy()
      }, CLOSE_GRACE_MS)
    },
  }
}

/** Takes the response over from Fastify and sends its headers. */
function beginStream(reply: FastifyReply): ServerResponse {
  reply.request.isStream = true
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    // Closes the connection together with the stream, so that a server's shutdown does not wait for idle connections.
    connection: 'close',
  }
  reply.hijack()
  return reply.raw.writeHead(200, headers as Record<string, string>)
}
