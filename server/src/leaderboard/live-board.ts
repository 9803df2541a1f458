// Sends server-sent events to open pages when a board has changed. An event contains only the board's tag; a page
// fetches the board when it needs it, from a cache if possible.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { FastifyReply } from 'fastify'
import type { App, RenderedBoard } from '../platform/app.ts'
import { createEventStreams, type StreamLimits } from '../platform/http/event-streams.ts'

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000

/** The minimum time between two events about one board. Caches may keep a board for the same time. */
const MIN_GAP_MS = 1_000

type Options = { limits: StreamLimits; heartbeatMs?: number; minGapMs?: number }

/** Creates the manager of this server's board streams. */
export function openBoardStreams(app: Pick<App, 'ranking'>, options: Options) {
  const { limits, heartbeatMs = HEARTBEAT_MS, minGapMs = MIN_GAP_MS } = options
  const streams = createEventStreams<AgeCategory>({ heartbeatMs, limits })
  const throttled = throttleByCategory(minGapMs, (category, board) => {
    for (const stream of streams.filter((wanted) => wanted === category)) streams.send(stream, formatBoardEvent(board))
  })
  const unsubscribe = app.ranking.onBoard(throttled.send)
  return {
    /** Starts a stream by sending the board's current tag. */
    open(category: AgeCategory, reply: FastifyReply): FastifyReply {
      streams.begin(reply, { subscriber: category, first: formatBoardEvent(app.ranking.board(category)) })
      return reply
    },
    count: streams.count,
    beat: streams.beat,
    /** Ends all streams because the server is closing; the pages reconnect to another server. */
    close() {
      unsubscribe()
      throttled.stop()
      streams.close()
    },
  }
}

function formatBoardEvent({ etag }: RenderedBoard): string {
  return `id: ${etag}\nevent: board\ndata: ${JSON.stringify({ etag })}\n\n`
}

/**
 * Sends a category's first board immediately and, after the gap, the latest of the boards that followed. es-toolkit's
 * throttle is not used, because it restarts its trailing timer on every call: a busy board could wait for two gaps.
 */
function throttleByCategory(gapMs: number, send: (category: AgeCategory, board: RenderedBoard) => void) {
  const pending = new Map<AgeCategory, { timer: NodeJS.Timeout; next?: RenderedBoard }>()
  const sendOrWait = (category: AgeCategory, board: RenderedBoard) => {
    const gap = pending.get(category)
    if (gap) return void (gap.next = board)
    send(category, board)
    const timer = setTimeout(() => {
      const next = pending.get(category)?.next
      pending.delete(category)
      if (next) sendOrWait(category, next)
    }, gapMs)
    pending.set(category, { timer: timer.unref() })
  }
  return {
    send: sendOrWait,
    stop: () => {
      for (const { timer } of pending.values()) clearTimeout(timer)
    },
  }
}
