// Uses one server that streams like ours, and one whose streams break.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Follows the stream until `stop`; `events` collects tags and live states in order. */
function follow() {
  const stop = new AbortController()
  const events: (string | boolean)[] = []
  const ended = followBoard({
    url,
    signal: stop.signal,
    onTag: (tag) => events.push(tag),
    onLive: (isLive) => events.push(isLive),
  })
  return { events, stop: () => (stop.abort(), ended) }
}

it('receives every tag, and stops without another call', async () => {
  let stream: ServerResponse | undefined
  answer = (response) => {
    stream = begin(response)
    stream.write(':\n\nevent: board\ndata: one\n\nevent: other\ndata: x\n\nevent: bo')
  }
  const { events, stop } = follow()
  await expect.poll(() => events).toEqual([true, 'one'])
  stream?.write('ard\ndata: two\n\n')
  await expect.poll(() => events).toEqual([true, 'one', true, 'two'])
  await stop()
  expect(events).toHaveLength(4)
})

it('reconnects after a refusal or an end, and is not live in between', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(-0.49)
  const answers = [
    (response: ServerResponse) => void response.writeHead(503).end(),
    (response: ServerResponse) => void begin(response).end('event: board\ndata: one\n\n'),
    (response: ServerResponse) => void begin(response).write('event: board\ndata: two\n\n'),
  ]
  answer = (response) => answers.shift()?.(response)
  const { events, stop } = follow()
  await expect.poll(() => events).toEqual([false, true, 'one', false, true, 'two'])
  await stop()
})

it('is not live while a proxy holds back the events', async () => {
  let isRequested = false
  answer = (response) => {
    begin(response).flushHeaders()
    isRequested = true
  }
  const { events, stop } = follow()
  await expect.poll(() => isRequested).toBe(true)
  await stop()
  expect(events).toEqual([])
})

it('waits longer after each failure, up to a minute, with a random spread', () => {
  expect([1, 2, 3, 4].map((failures) => reconnectMs(failures, 0.5))).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(reconnectMs(50, 0.5)).toBe(60_000)
  expect(reconnectMs(1, 0)).toBe(500)
  expect(reconnectMs(1, 1)).toBe(1_500)
})
