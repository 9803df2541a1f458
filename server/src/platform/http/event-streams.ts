// Streams of server-sent events that pages hold open: their places, their signs of life and their end.
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { fail } from './errors.ts'

/** Bytes that wait for a page which reads nothing; then it is cut off, and comes back when it reads again. */
const MOST_WAITING = 16 * 1024
/** A page that finds no place asks again and again instead. */
const MOST_STREAMS = 10_000
/** Of one address: a large school behind one has a place for each of its phones, and leaves most to others. */
const MOST_OF_ADDRESS = 2_000
/** How long a page that does not read may keep a server from closing. */
const LAST_WORD_MS = 500

type Options = { heartbeatMs: number; maxStreams?: number | undefined; maxStreamsPerAddress?: number | undefined }

/**
 * Keeps the open streams of a server.
 * @param options.heartbeatMs how often a stream on which nothing happens shows that it lives
 */
export function createEventStreams<About>(options: Options) {
  const { heartbeatMs, maxStreams = MOST_STREAMS, maxStreamsPerAddress = MOST_OF_ADDRESS } = options
  const open = new Map<ServerResponse, { about: About; address: string }>()
  const send = (stream: ServerResponse, bytes: string) => {
    if (stream.writableLength > MOST_WAITING) stream.destroy()
    else stream.write(bytes)
  }
  const beat = () => {
    for (const stream of open.keys()) send(stream, ':\n\n')
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
    /** Begins a stream, with a first event or a mere sign of life; refuses where there is no place. */
    begin(reply: FastifyReply, about: About, first = ':\n\n'): ServerResponse {
      const address = reply.request.ip
      if (isFull(address)) fail('busy')
      const stream = beginStream(reply)
      send(stream, first)
      // One that is closed by now never tells of it again.
      if (stream.destroyed) return stream
      open.set(stream, { about, address })
      stream.once('close', () => open.delete(stream))
      return stream
    },
    send,
    /** The open streams whose followers are meant. */
    of: (isMeant: (about: About) => boolean): ServerResponse[] =>
      [...open].flatMap(([stream, { about }]) => (isMeant(about) ? [stream] : [])),
    aboutOf: (stream: ServerResponse): About | undefined => open.get(stream)?.about,
    /** Streams that are open now. */
    count: () => open.size,
    /** Sends every stream a sign of life. */
    beat,
    /** Ends all streams: the server is closing, and the pages come back to the next one. */
    close() {
      clearInterval(heartbeat)
      const sockets = [...open.keys()].map((stream) => stream.socket)
      for (const stream of open.keys()) stream.end()
      setTimeout(() => {
        for (const socket of sockets) socket?.destroy()
      }, LAST_WORD_MS)
    },
  }
}

/** Takes a reply out of Fastify's hands and sends its head. */
function beginStream(reply: FastifyReply): ServerResponse {
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    // What ends a stream ends its connection: a server that closes waits for no reader.
    connection: 'close',
  }
  reply.hijack()
  return reply.raw.writeHead(200, headers as Record<string, string>)
}
