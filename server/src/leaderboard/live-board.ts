// Tells open pages that a board has changed, by server-sent events. It sends the board's tag, not the board: a page
// fetches that when it wants it, from a cache if it can.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { FastifyReply } from 'fastify'
import type { App, RenderedBoard } from '../platform/app.ts'
import { createEventStreams } from '../platform/http/event-streams.ts'

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000

const eventOf = (board: RenderedBoard) =>
  `id: ${board.etag}\nevent: board\ndata: ${JSON.stringify({ etag: board.etag })}\n\n`

/** How often a page hears of a board that changes all the time: as often as a cache may ask for it. */
const EVERY_MS = 1_000

type Options = { heartbeatMs?: number; everyMs?: number; maxStreams?: number; maxStreamsPerAddress?: number }

/** Opens the streams of a server. */
export function openBoardStreams(app: Pick<App, 'ranking'>, options: Options = {}) {
  const { heartbeatMs = HEARTBEAT_MS, everyMs = EVERY_MS, maxStreams, maxStreamsPerAddress } = options
  const streams = createEventStreams<AgeCategory>({ heartbeatMs, maxStreams, maxStreamsPerAddress })
  const teller = tellAtMostEvery(everyMs, (category, board) => {
    for (const stream of streams.of((wanted) => wanted === category)) streams.send(stream, eventOf(board))
  })
  const forget = app.ranking.onBoard(teller.tell)
  return {
    /** Begins a stream with the board's present tag. */
    open(category: AgeCategory, reply: FastifyReply): FastifyReply {
      streams.begin(reply, category, eventOf(app.ranking.board(category)))
      return reply
    },
    count: streams.count,
    beat: streams.beat,
    /** Ends all streams: the server is closing, and the pages come back to the next one. */
    close() {
      forget()
      teller.stop()
      streams.close()
    },
  }
}

/** Tells of a board, then waits; what has changed meanwhile is told at the end of the wait. */
function tellAtMostEvery(everyMs: number, send: (category: AgeCategory, board: RenderedBoard) => void) {
  const waiting = new Map<AgeCategory, { timer: NodeJS.Timeout; next?: RenderedBoard }>()
  const tell = (category: AgeCategory, board: RenderedBoard) => {
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
