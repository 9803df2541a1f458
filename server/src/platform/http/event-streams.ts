// Server-sent event streams that pages hold open: how many there may be, their heartbeat and how they end.
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { fail } from './errors.ts'

/** A stream with more unsent bytes than this has a reader that stopped reading; it is cut, and its page reconnects. */
const MAX_BUFFERED_BYTES = 16 * 1024
/** Above this number pages are refused and poll instead. */
const MAX_STREAMS = 10_000
/** Enough for every phone of a large school behind one address, without letting one address take all streams. */
const MAX_STREAMS_PER_ADDRESS = 2_000
/** How long a reader that stopped reading may delay the closing of the server. */
const CLOSE_GRACE_MS = 500
/** An SSE comment, which clients ignore. */
const HEARTBEAT = ':\n\n'

type Options = { heartbeatMs: number; maxStreams?: number | undefined; maxStreamsPerAddress?: number | undefined }

/**
 * Holds the open streams of a server, each with data about its subscriber.
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
    /** Begins a stream with a first event, or a heartbeat; refuses with `busy` above the limits. */
    begin(reply: FastifyReply, subscriber: Subscriber, first = HEARTBEAT): ServerResponse {
      const address = reply.request.ip
      if (isFull(address)) fail('busy')
      const stream = beginStream(reply)
      send(stream, first)
      // A stream that is closed already emits no further 'close'.
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
    /** Ends all streams because the server closes; pages reconnect to the next one. */
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
    // The connection ends with its stream, so that a closing server waits for no idle connection.
    connection: 'close',
  }
  reply.hijack()
  return reply.raw.writeHead(200, headers as Record<string, string>)
}
