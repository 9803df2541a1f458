// Tests the board's event stream over real sockets: which events an open page receives, and that streams do not delay a
// shutdown.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import * as contract from '@baobab/contract/leaderboard/endpoints.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, openTestApp } from '../../test/harness.ts'
import { makeQuiz, makeStudent } from '../../test/factories.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { limitStreams } from '../../test/limit-streams.ts'
import { handleError } from '../platform/http/errors.ts'
import { openBoardStreams } from './live-board.ts'
import type { Ranking } from '../platform/app.ts'
import { waitFor } from '../../test/wait-for.ts'

const t = await openTestApp()
const quiz = await makeQuiz(t)
const address = await t.http.listen({ port: 0, host: '127.0.0.1' })

const { answer } = quizCalls((token) => t.as(token))

/** Opens a stream and appends its data to `received` as it arrives. */
async function listen(url: string, headers: Record<string, string> = {}) {
  const request = get(url, { headers })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.on('error', () => undefined)
  const stream = {
    reply,
    received: '',
    ended: new Promise((resolve) => reply.once('close', resolve)),
    leave: () => request.destroy(),
  }
  reply.setEncoding('utf8').on('data', (text: string) => (stream.received += text))
  return stream
}

const readTags = (received: string) =>
  [...received.matchAll(/^data: (.*)$/gm)].map((line) => JSON.parse(line[1] ?? '').etag)
const currentTag = (category: '5-10' | '11-20') => t.app.ranking.board(category).etag

describe('the live board', () => {
  it('sends the current tag at once, and a new one after each change of this board', async () => {
    const teen = await listen(`${address}${contract.liveBoard.path}`)
    const young = await listen(`${address}${contract.liveBoard.path}?ageCategory=5-10`)
    expect(teen.reply.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const first = currentTag('11-20')
    await waitFor(() => expect(readTags(teen.received)).toEqual([first]))
    await answer(await makeStudent(t), quiz, 0, 'right')
    await waitFor(() => expect(readTags(teen.received)).toEqual([first, currentTag('11-20')]))
    expect(currentTag('11-20')).not.toBe(first)
    const board = await fetch(`${address}${contract.leaderboard.path}`)
    expect(board.headers.get('etag')).toBe(currentTag('11-20'))
    expect(readTags(young.received)).toEqual([currentTag('5-10')])
    teen.leave()
    young.leave()
  })

  it('refuses an unknown category, like any endpoint', async () => {
    expect((await fetch(`${address}${contract.liveBoard.path}?ageCategory=1-4`)).status).toBe(400)
  })
})

describe('a server with open streams', () => {
  let http: FastifyInstance
  let live: ReturnType<typeof openBoardStreams>
  let url: string
  beforeEach(async () => {
    http = Fastify({ forceCloseConnections: 'idle' })
    http.setErrorHandler(handleError)
    live = openBoardStreams(t.app, { limits: limitStreams({ streams: 3 }), heartbeatMs: 20 })
    http.get('/live', async (_, reply) => live.open('11-20', reply))
    http.addHook('preClose', async () => live.close())
    url = `${await http.listen({ port: 0, host: '127.0.0.1' })}/live`
  })
  afterEach(() => http.close())

  it('sends heartbeats while nothing changes', async () => {
    const stream = await listen(url)
    await waitFor(() => expect(stream.received.match(/^:$/gm)?.length).toBeGreaterThanOrEqual(3))
    stream.leave()
  })

  it('throttles the events of a busy board, and always sends its last state', async () => {
    const listeners: Parameters<Ranking['onBoard']>[0][] = []
    const board = (etag: string) => ({ ...t.app.ranking.board('11-20'), etag })
    const onBoard: Ranking['onBoard'] = (listener) => {
      listeners.push(listener)
      return () => undefined
    }
    const throttledStreams = openBoardStreams(
      { ranking: { ...t.app.ranking, onBoard } },
      { limits: limitStreams(), minGapMs: 50 },
    )
    const other = Fastify({ forceCloseConnections: 'idle' })
    other.get('/live', async (_, reply) => throttledStreams.open('11-20', reply))
    const stream = await listen(`${await other.listen({ port: 0, host: '127.0.0.1' })}/live`)
    for (let n = 0; n < 1_000; n += 1) listeners[0]?.('11-20', board(`tag ${n}`))
    await waitFor(() => expect(readTags(stream.received).slice(1)).toEqual(['tag 0', 'tag 999']))
    throttledStreams.close()
    await other.close()
  })

  it('drops the streams of closed pages', async () => {
    const streams = await Promise.all([listen(url), listen(url), listen(url)])
    expect(live.count()).toBe(3)
    for (const stream of streams) stream.leave()
    await waitFor(() => expect(live.count()).toBe(0))
  })

  it('refuses streams beyond its limit with 503', async () => {
    const streams = await Promise.all([listen(url), listen(url), listen(url)])
    const { statusCode, headers } = (await listen(url)).reply
    expect([statusCode, headers['retry-after']]).toEqual([503, '30'])
    streams[0]?.leave()
    await waitFor(() => expect(live.count()).toBe(2))
    expect((await listen(url)).reply.statusCode).toBe(200)
  })

  it('limits the streams per address, so that other addresses can still open one', async () => {
    const shared = openBoardStreams(t.app, { limits: limitStreams({ streamsPerAddress: 2 }) })
    const other = Fastify({ forceCloseConnections: 'idle', trustProxy: true })
    other.setErrorHandler(handleError)
    other.get('/live', async (_, reply) => shared.open('11-20', reply))
    const here = `${await other.listen({ port: 0, host: '127.0.0.1' })}/live`
    const streams = [await listen(here), await listen(here), await listen(here)]
    expect(streams.map(({ reply }) => reply.statusCode)).toEqual([200, 200, 429])
    expect(Number(streams[2]?.reply.headers['retry-after'])).toBeGreaterThan(0)
    expect((await listen(here, { 'x-forwarded-for': '10.0.0.7' })).reply.statusCode).toBe(200)
    shared.close()
    await other.close()
  })

  it('closes the stream of a page that never reads, so that no data piles up', async () => {
    const [reply] = (await once(get(url), 'response')) as [IncomingMessage]
    reply.on('error', () => undefined).pause()
    expect(live.count()).toBe(1)
    for (let n = 0; n < 200_000 && live.count() > 0; n += 1) live.beat()
    await waitFor(() => expect(live.count()).toBe(0))
    reply.destroy()
  })
})

it('a closing server ends its streams without waiting for them', async () => {
  const other = await startTestApp({}, t)
  const url = `${await other.http.listen({ port: 0, host: '127.0.0.1' })}${contract.liveBoard.path}`
  const streams = await Promise.all([listen(url), listen(url)])
  // The pages stay connected, so a server that waited for them would never close.
  await other.http.close()
  await Promise.all(streams.map((stream) => stream.ended))
  await other.close()
})
