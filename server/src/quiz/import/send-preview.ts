import { Readable } from 'node:stream'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ImportPreview } from '@baobab/contract/quiz/question-import.ts'
import type { FastifyReply } from 'fastify'

const ROWS_PER_CHUNK = 100

/** Yields a preview as JSON in chunks, because serializing thousands of rows at once would block other requests. */
async function* toJsonChunks({ rows, ...head }: ImportPreview): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`
  for (let at = 0; at < rows.length; at += ROWS_PER_CHUNK) {
    const chunk = rows.slice(at, at + ROWS_PER_CHUNK).map((row) => JSON.stringify(row))
    yield (at > 0 ? ',' : '') + chunk.join(',')
    await yieldToOthers()
  }
  yield ']}'
}

export function sendPreview(reply: FastifyReply, preview: ImportPreview): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(toJsonChunks(preview), { objectMode: false }))
}
