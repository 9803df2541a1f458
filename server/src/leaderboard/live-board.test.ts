// The stream of a board over real sockets: what an open page hears, and that neither end keeps the other alive.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import * as contract from '@baobab/contract/leaderboard.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { makeQuiz, makeStudent, type MadeQuiz } from '../../test/factories.ts'
import { quizCalls } from '../../test/take-quiz.ts'
import { handleError } from '../platform/http/errors.ts'
import { openBoardStreams } from './live-board.ts'
import type { Ranking } from '../platform/app.ts'

let t: TestApp
let quiz: MadeQuiz
let address: string
beforeAll(async () => {
  t = await startTestApp()
  quiz = await makeQuiz(t)
  address = await t.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.close())

const { answer } = quizCalls((token) => t.as(token))

/** Opens a stream; `heard` grows as it is read. */
async function listen(url: string, headers: Record<string, string> = {}) {
  const request = get(url, { headers })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.on('error', () => undefined)
  const stream = {
    reply,
    heard: '',
    ended: new Promise((resolve) => reply.once('close', resolve)),
    leave: () => request.destroy(),
  }
  reply.setEncoding('utf8').on('data', (text: string) => (stream.heard += text))
  return stream
}

const tagsIn = (heard: string) => [...heard.matchAll(/^data: (.*)$/gm)].map((line) => JSON.parse(line[1] ?? '').etag)
const tagOf = (category: '5-10' | '11-20') => t.app.ranking.board(category).etag

describe('the live board', () => {
  it('tells the present tag at once, and another after a change of this board', async () => {
    const teen = await listen(`${address}${contract.liveBoard.path}`)
    const young = await listen(`${address}${contract.liveBoard.path}?ageCategory=5-10`)
    expect(teen.reply.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const first = tagOf('11-20')
    await vi.waitFor(() => expect(tagsIn(teen.heard)).toEqual([first]))
    await answer(await makeStudent(t), quiz, 0, 'right')
    await vi.waitFor(() => expect(tagsIn(teen.heard)).toEqual([first, tagOf('11-20')]), { timeout: 5_000 })
    expect(tagOf('11-20')).not.toBe(first)
    const board = await fetch(`${address}${contract.leaderboard.path}`)
    expect(board.headers.get('etag')).toBe(tagOf('11-20'))
    expect(tagsIn(young.heard)).toEqual([tagOf('5-10')])
    teen.leave()
    young.leave()
  })

  it('refuses a category that does not exist, as any endpoint does', async () => {
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
    live = openBoardStreams(t.app, { heartbeatMs: 20, maxStreams: 3 })
    http.get('/live', async (_, reply) => live.open('11-20', reply))
    http.addHook('preClose', async () => live.close())
    url = `${await http.listen({ port: 0, host: '127.0.0.1' })}/live`
  })
  afterEach(() => http.close())

  it('sends a sign of life where nothing happens', async () => {
    const stream = await listen(url)
    await vi.waitFor(() => expect(stream.heard.match(/^:$/gm)?.length).toBeGreaterThanOrEqual(3))
    stream.leave()
  })

  it('tells of a busy board now and then, and always of its last state', async () => {
    const listeners: Parameters<Ranking['onBoard']>[0][] = []
    const board = (etag: string) => ({ ...t.app.ranking.board('11-20'), etag })
    const onBoard: Ranking['onBoard'] = (listener) => {
      listeners.push(listener)
      return () => undefined
    }
    const busy = openBoardStreams({ ranking: { ...t.app.ranking, onBoard } }, { everyMs: 50 })
    const other = Fastify({ forceCloseConnections: 'idle' })
    other.get('/live', async (_, reply) => busy.open('11-20', reply))
    const stream = await listen(`${await other.listen({ port: 0, host: '127.0.0.1' })}/live`)
    for (let n = 0; n < 1_000; n += 1) listeners[0]?.('11-20', board(`tag ${n}`))
    await vi.waitFor(() => expect(tagsIn(stream.heard).slice(1)).toEqual(['tag 0', 'tag 999']))
    busy.close()
    await other.close()
  })

  it('forgets who has left', async () => {
    const streams = await Promise.all([listen(url), listen(url), listen(url)])
    expect(live.count()).toBe(3)
    for (const stream of streams) stream.leave()
    await vi.waitFor(() => expect(live.count()).toBe(0))
  })

  it('opens no more than it can hold, and says so', async () => {
    const streams = await Promise.all([listen(url), listen(url), listen(url)])
    expect((await listen(url)).reply.statusCode).toBe(503)
    streams[0]?.leave()
    await vi.waitFor(() => expect(live.count()).toBe(2))
    expect((await listen(url)).reply.statusCode).toBe(200)
  })

  it('leaves places to others when one address has its share', async () => {
    const shared = openBoardStreams(t.app, { maxStreamsPerAddress: 2 })
    const other = Fastify({ forceCloseConnections: 'idle', trustProxy: true })
    other.setErrorHandler(handleError)
    other.get('/live', async (_, reply) => shared.open('11-20', reply))
    const here = `${await other.listen({ port: 0, host: '127.0.0.1' })}/live`
    const streams = [await listen(here), await listen(here), await listen(here)]
    expect(streams.map(({ reply }) => reply.statusCode)).toEqual([200, 200, 503])
    expect((await listen(here, { 'x-forwarded-for': '10.0.0.7' })).reply.statusCode).toBe(200)
    shared.close()
    await other.close()
  })

  it('cuts off who never reads, so that nothing piles up', async () => {
    const [reply] = (await once(get(url), 'response')) as [IncomingMessage]
    reply.on('error', () => undefined).pause()
    expect(live.count()).toBe(1)
    for (let n = 0; n < 200_000 && live.count() > 0; n += 1) live.beat()
    await vi.waitFor(() => expect(live.count()).toBe(0))
    reply.destroy()
  })
})

it('a server that closes ends its streams and waits for none of them', async () => {
  const other = await startTestApp({}, t)
  const url = `${await other.http.listen({ port: 0, host: '127.0.0.1' })}${contract.liveBoard.path}`
  const streams = await Promise.all([listen(url), listen(url)])
  const before = performance.now()
  await other.http.close()
  expect(performance.now() - before).toBeLessThan(5_000)
  await Promise.all(streams.map((stream) => stream.ended))
  await other.close()
})
