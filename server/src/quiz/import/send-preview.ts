import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { ImportPreview } from '@baobab/contract/question-import.ts'
import type { FastifyReply } from 'fastify'

const ROWS_A_PIECE = 100

/** A preview as JSON, in pieces: thousands of rows at once would hold everybody else up. */
async function* piecesOf({ rows, ...head }: ImportPreview): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`
  for (let at = 0; at < rows.length; at += ROWS_A_PIECE) {
    const piece = rows.slice(at, at + ROWS_A_PIECE).map((row) => JSON.stringify(row))
    yield (at > 0 ? ',' : '') + piece.join(',')
    await turn()
  }
  yield ']}'
}

export function sendPreview(reply: FastifyReply, preview: ImportPreview): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(piecesOf(preview), { objectMode: false }))
}
