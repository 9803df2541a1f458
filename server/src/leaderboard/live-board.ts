// Tells open pages that a board has changed, by server-sent events. It sends the board's tag, not the board: a page
// fetches that when it wants it, from a cache if it can.
import type { ServerResponse } from 'node:http'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import type { Board } from './board.ts'

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000

const eventOf = (board: Board) => `id: ${board.etag}\nevent: board\ndata: ${JSON.stringify({ etag: board.etag })}\n\n`

/** Opens the streams of a server. */
export function streamBoard(app: Pick<App, 'ranking'>) {
  const open = new Map<ServerResponse, AgeCategory>()
  const forget = app.ranking.onBoard((category, board) => {
    for (const [stream, wanted] of open) if (wanted === category) stream.write(eventOf(board))
  })
  const heartbeat = setInterval(() => {
    for (const stream of open.keys()) stream.write(':\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    /** Begins a stream with the board's present tag. */
    open(category: AgeCategory, reply: FastifyReply): FastifyReply {
      const stream = reply.raw
      const headers = {
        ...reply.getHeaders(),
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      }
      reply.hijack()
      stream.writeHead(200, headers as Record<string, string>)
      stream.write(eventOf(app.ranking.board(category)))
      open.set(stream, category)
      stream.once('close', () => open.delete(stream))
      return reply
    },
    /** Ends all streams: the server is closing, and the pages come back to the next one. */
    close() {
      forget()
      clearInterval(heartbeat)
      for (const stream of open.keys()) stream.end()
    },
  }
}
