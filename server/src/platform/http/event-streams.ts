// Server-sent event streams to open pages: their maximum number, their heartbeat and how they are closed.
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { fail } from './errors.ts'

/** A stream with more unsent bytes than this is closed, because its client has stopped reading; the page reconnects. */
const MAX_BUFFERED_BYTES = 16 * 1024
/** Above this number, further streams are refused and pages poll instead. */
const MAX_STREAMS = 10_000
/** Enough for all phones of a large school behind one address, but too few for one address to use up all streams. */
const MAX_STREAMS_PER_ADDRESS = 2_000
/** How long a client that has stopped reading may delay the server's shutdown. */
const CLOSE_GRACE_MS = 500
/** An SSE comment, which clients ignore. */
const HEARTBEAT = ':\n\n'

type Options = { heartbeatMs: number; maxStreams?: number | undefined; maxStreamsPerAddress?: number | undefined }

/**
 * Keeps track of a server's open streams, each with data about its subscriber.
 * @param options.heartbeatMs time between two heartbeats, so that proxies and clients see that a stream is alive
 */
export function createEventStreams<Subscriber>(options: Options) {
  const { heartbeatMs, maxStreams = MAX_STREAMS, maxStreamsPerAddress = MAX_STREAMS_PER_ADDRESS } = options
  const open = new Map<ServerResponse, { subscriber: Subscriber; address: string }>()
  const send = (stream: ServerResponse, bytes: string) => {
    if (stream.writableLength > MAX_BUFFERED_BYTES) stream.destroy()
    else stream.write(bytes)
  }
  const beat = () => {
    for (const stream of open.keys()) send(stream, HEARTBEAT)
  }
  const heartbeat = setInterval(beat, heartbeatMs)
  heartbeat.unref()
  const isFull = (address: string) => {
    if (open.size >= maxStreams) return true
    return (
      open.size >= maxStreamsPerAddress &&
      [...open.values()].filter((one) => one.address === address).length >= maxStreamsPerAddress
    )
  }
  return {
    /** Opens a stream and sends a first event, by default a heartbeat. Refuses with `busy` above the limits. */
    begin(reply: FastifyReply, subscriber: Subscriber, first = HEARTBEAT): ServerResponse {
      const address = reply.request.ip
      if (isFull(address)) fail('busy')
      const stream = beginStream(reply)
      send(stream, first)
      // If the stream is closed already, it will not emit 'close' again.
      if (stream.destroyed) return stream
      open.set(stream, { subscriber, address })
      stream.once('close', () => open.delete(stream))
      return stream
    },
    send,
    /** Returns the open streams whose subscriber matches. */
    filter: (isMatch: (subscriber: Subscriber) => boolean): ServerResponse[] =>
      [...open].flatMap(([stream, { subscriber }]) => (isMatch(subscriber) ? [stream] : [])),
    /** Returns the subscriber of a stream; undefined once it is closed. */
    subscriber: (stream: ServerResponse): Subscriber | undefined => open.get(stream)?.subscriber,
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
