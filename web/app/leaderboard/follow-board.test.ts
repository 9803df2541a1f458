// A server that streams as ours does, and one that breaks.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { reconnectMs } from '../api/follow-stream.ts'
import { followBoard } from './follow-board.ts'

let url = ''
let answer: (response: ServerResponse) => void = () => {}
const server = createServer((_, response) => answer(response))
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, listening))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Follows until a test has seen enough; what was heard, in order. */
function follow() {
  const stop = new AbortController()
  const heard: (string | boolean)[] = []
  const ended = followBoard({
    url,
    signal: stop.signal,
    onTag: (tag) => heard.push(tag),
    onLive: (isLive) => heard.push(isLive),
  })
  return { heard, stop: () => (stop.abort(), ended) }
}

it('hears every tag, and stops without a word', async () => {
  let stream: ServerResponse | undefined
  answer = (response) => {
    stream = begin(response)
    stream.write(':\n\nevent: board\ndata: one\n\nevent: other\ndata: x\n\nevent: bo')
  }
  const { heard, stop } = follow()
  await vi.waitFor(() => expect(heard).toEqual([true, 'one']))
  stream?.write('ard\ndata: two\n\n')
  await vi.waitFor(() => expect(heard).toEqual([true, 'one', true, 'two']))
  await stop()
  expect(heard).toHaveLength(4)
})

it('comes back after a refusal and after an end, and says that it is not live between', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(-0.49)
  const answers = [
    (response: ServerResponse) => void response.writeHead(503).end(),
    (response: ServerResponse) => void begin(response).end('event: board\ndata: one\n\n'),
    (response: ServerResponse) => void begin(response).write('event: board\ndata: two\n\n'),
  ]
  answer = (response) => answers.shift()?.(response)
  const { heard, stop } = follow()
  await vi.waitFor(() => expect(heard).toEqual([false, true, 'one', false, true, 'two']))
  await stop()
})

it('is not live while something in between holds the events back', async () => {
  let isAsked = false
  answer = (response) => {
    begin(response).flushHeaders()
    isAsked = true
  }
  const { heard, stop } = follow()
  await vi.waitFor(() => expect(isAsked).toBe(true))
  await stop()
  expect(heard).toEqual([])
})

it('waits longer after each failure, up to a minute, and not the same for all', () => {
  expect([1, 2, 3, 4].map((failures) => reconnectMs(failures, 0.5))).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(reconnectMs(50, 0.5)).toBe(60_000)
  expect(reconnectMs(1, 0)).toBe(500)
  expect(reconnectMs(1, 1)).toBe(1_500)
})
