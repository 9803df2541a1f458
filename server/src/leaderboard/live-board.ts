// Tells open pages that a board has changed, by server-sent events. It sends the board's tag, not the board: a page
// fetches that when it wants it, from a cache if it can.
import type { ServerResponse } from 'node:http'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { fail } from '../platform/errors.ts'
import type { Board } from './board.ts'

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000
/** Bytes that wait for a page which reads nothing; then it is cut off, and comes back when it reads again. */
const MOST_WAITING = 16 * 1024
/** A page that finds no place asks again and again instead. */
const MOST_STREAMS = 10_000
/** Of one address: a large school behind one has a place for each of its phones, and leaves most to others. */
const MOST_OF_ADDRESS = 2_000
/** How long a page that does not read may keep a server from closing. */
const LAST_WORD_MS = 500

const eventOf = (board: Board) => `id: ${board.etag}\nevent: board\ndata: ${JSON.stringify({ etag: board.etag })}\n\n`

/** How often a page hears of a board that changes all the time: as often as a cache may ask for it. */
const EVERY_MS = 1_000

type Options = { heartbeatMs?: number; everyMs?: number; most?: number; mostOfAddress?: number }

/** Opens the streams of a server. */
export function streamBoard(app: Pick<App, 'ranking'>, options: Options = {}) {
  const { heartbeatMs = HEARTBEAT_MS, everyMs = EVERY_MS } = options
  const { most = MOST_STREAMS, mostOfAddress = MOST_OF_ADDRESS } = options
  const open = new Map<ServerResponse, { category: AgeCategory; address: string }>()
  const send = (stream: ServerResponse, bytes: string) => {
    if (stream.writableLength > MOST_WAITING) stream.destroy()
    else stream.write(bytes)
  }
  const teller = tellAtMostEvery(everyMs, (category, board) => {
    for (const [stream, wanted] of open) if (wanted.category === category) send(stream, eventOf(board))
  })
  const forget = app.ranking.onBoard(teller.tell)
  const beat = () => {
    for (const stream of open.keys()) send(stream, ':\n\n')
  }
  const heartbeat = setInterval(beat, heartbeatMs)
  heartbeat.unref()
  const isFull = (address: string) => {
    if (open.size >= most) return true
    return (
      open.size >= mostOfAddress && [...open.values()].filter((one) => one.address === address).length >= mostOfAddress
    )
  }
  return {
    /** Begins a stream with the board's present tag. */
    open(category: AgeCategory, reply: FastifyReply): FastifyReply {
      const address = reply.request.ip
      if (isFull(address)) fail('busy')
      const stream = beginStream(reply)
      send(stream, eventOf(app.ranking.board(category)))
      // One that is closed by now never tells of it again.
      if (stream.destroyed) return reply
      open.set(stream, { category, address })
      stream.once('close', () => open.delete(stream))
      return reply
    },
    /** Streams that are open now. */
    count: () => open.size,
    /** Sends every stream a sign of life. */
    beat,
    /** Ends all streams: the server is closing, and the pages come back to the next one. */
    close() {
      forget()
      clearInterval(heartbeat)
      teller.stop()
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

/** Tells of a board, then waits; what has changed meanwhile is told at the end of the wait. */
function tellAtMostEvery(everyMs: number, send: (category: AgeCategory, board: Board) => void) {
  const waiting = new Map<AgeCategory, { timer: NodeJS.Timeout; next?: Board }>()
  const tell = (category: AgeCategory, board: Board) => {
    const wait = waiting.get(category)
    if (wait) return void (wait.next = board)
    send(category, board)
    const timer = setTimeout(() => {
      const next = waiting.get(category)?.next
      waiting.delete(category)
      if (next) tell(category, next)
    }, everyMs)
    waiting.set(category, { timer: timer.unref() })
  }
  return {
    tell,
    stop: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer)
    },
  }
}
