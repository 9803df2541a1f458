import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { correctTime, followTime, isTimeCertain, noteServerTime, readClocks, serverTime } from './server-time.ts'

const START = Date.parse('2026-11-23T09:00:00.000Z')
/** The phone, whose clock is an hour slow. */
const phone = { wallMs: START - 3_600_000, steadyMs: 5_000 }
/** The server's time, as told to every client. */
let serverMs = START
const askServer = vi.fn<() => Promise<Response>>()

/** Lets time pass. While the phone sleeps, `performance.now()` does not advance. */
function pass(ms: number, { asleep = false } = {}) {
  serverMs += ms
  phone.wallMs += ms
  if (!asleep) phone.steadyMs += ms
}
const setClock = (ms: number) => (phone.wallMs += ms)
const timeHeader = () => new Headers({ 'x-server-time': new Date(serverMs).toISOString() })

/** A reply that takes `there` and `back` milliseconds. */
function receiveReply({ there = 100, back = 100 } = {}) {
  const sent = readClocks()
  pass(there)
  const headers = timeHeader()
  pass(back)
  noteServerTime(headers, sent)
}
const error = () => Math.abs(serverTime() - serverMs)
const show = async () => {
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await vi.waitFor(() => expect(askServer).toHaveBeenCalled())
  await Promise.resolve()
}

beforeEach(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => phone.wallMs)
  vi.spyOn(performance, 'now').mockImplementation(() => phone.steadyMs)
  askServer.mockReset().mockImplementation(async () => new Response('{}', { headers: timeHeader() }))
  vi.stubGlobal('fetch', askServer)
  receiveReply()
})

describe('the server’s time', () => {
  test('is known after one reply, however wrong the phone’s clock is', () => {
    pass(60_000)
    expect(error()).toBeLessThanOrEqual(100)
    setClock(-86_400_000)
    pass(60_000)
    expect(error()).toBeLessThanOrEqual(100)
  })

  test('Q-18 continues while the phone sleeps for 80 s and `performance.now()` stands still', () => {
    pass(80_000, { asleep: true })
    expect(error()).toBeLessThanOrEqual(100)
    expect(isTimeCertain()).toBe(false)
  })

  test('is corrected by any reply, even if both clocks stood still', () => {
    serverMs += 80_000
    expect(error()).toBeGreaterThan(79_000)
    receiveReply()
    expect(error()).toBeLessThanOrEqual(100)
  })

  test('replaces a clock that somebody set ahead, with the next reply', () => {
    setClock(600_000)
    expect(isTimeCertain()).toBe(false)
    receiveReply()
    expect(isTimeCertain()).toBe(true)
    expect(error()).toBeLessThanOrEqual(100)
  })

  test('is uncertain after a reply during which somebody set the clock, until the next one', () => {
    const sent = readClocks()
    const headers = timeHeader()
    setClock(600_000)
    pass(100)
    noteServerTime(headers, sent)
    expect(isTimeCertain()).toBe(false)
    receiveReply()
    expect([isTimeCertain(), error() <= 100]).toEqual([true, true])
  })

  test('is not made worse by a slow reply, a cached one, or one that says nothing', () => {
    const before = serverTime() - serverMs
    receiveReply({ there: 0, back: 12_000 })
    expect(serverTime() - serverMs).toBeCloseTo(before)
    noteServerTime(new Headers({ 'x-server-time': new Date(0).toISOString(), 'cache-control': 'max-age=0' }), phone)
    noteServerTime(new Headers({ 'x-server-time': 'soon' }), phone)
    expect(serverTime() - serverMs).toBeCloseTo(before)
  })

  test.each(['with its age', 'that looks fresh'])(
    'is not set back by a reply that a proxy has cached, %s',
    async (title) => {
      const cached = timeHeader()
      if (title === 'with its age') cached.set('age', '3600')
      pass(3_600_000)
      receiveReply()
      noteServerTime(cached, readClocks())
      expect(error()).toBeLessThanOrEqual(100)
      // The server is asked only if its clock may have been set back.
      await vi.waitFor(() => expect(askServer).toHaveBeenCalledTimes(title === 'with its age' ? 0 : 1))
      expect(error()).toBeLessThanOrEqual(100)
    },
  )

  test('is set back if the server says so when it is asked', async () => {
    serverMs -= 60_000
    receiveReply()
    await vi.waitFor(() => expect(error()).toBeLessThanOrEqual(100))
  })

  test('stays as it is after a reply that overtook a later one, or that another server of ours sent', () => {
    const [sent, early] = [readClocks(), timeHeader()]
    pass(5_000)
    receiveReply()
    noteServerTime(early, sent)
    serverMs -= 900
    receiveReply()
    expect([error() <= 100, askServer.mock.calls]).toEqual([true, []])
  })

  test('is read to the second from a server of an earlier release', () => {
    serverMs += 80_000
    noteServerTime(new Headers({ date: new Date(serverMs).toUTCString() }), readClocks())
    expect(error()).toBeLessThanOrEqual(1_000)
  })

  test('is off by at most half of the round trip', () => {
    const ms = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(ms, ms, (there, back) => {
        const received = { wallMs: 0, steadyMs: there + back }
        const known = correctTime(undefined, START + there, received, there + back)
        expect(Math.abs(known.serverMs - (START + there + back))).toBeLessThanOrEqual((there + back) / 2)
      }),
    )
  })
})

describe('a page that shows the time', () => {
  test('has the server’s time as soon as it is shown again, even if both clocks stood still', async () => {
    const listener = vi.fn<() => void>()
    const stop = followTime(listener)
    serverMs += 80_000
    await show()
    await vi.waitFor(() => expect(error()).toBeLessThanOrEqual(100))
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
  })

  test('asks the server once when it is shown, focused and restored at the same moment', async () => {
    const stop = followTime(() => undefined)
    for (const event of ['pageshow', 'focus']) window.dispatchEvent(new Event(event))
    await show()
    expect(askServer).toHaveBeenCalledTimes(1)
    expect(await askServer.mock.results[0]?.value).toHaveProperty('bodyUsed', true)
    stop()
  })

  test('asks the server when the clocks disagree, but not every time without a network', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    askServer.mockRejectedValue(new TypeError('Failed to fetch'))
    const stop = followTime(() => undefined)
    vi.advanceTimersByTime(1_000)
    expect(askServer).not.toHaveBeenCalled()
    pass(80_000, { asleep: true })
    vi.advanceTimersByTime(1_000)
    expect(askServer).toHaveBeenCalledTimes(1)
    pass(6_000)
    await new Promise((resolve) => setTimeout(resolve))
    vi.advanceTimersByTime(200)
    expect(askServer).toHaveBeenCalledTimes(2)
    stop()
  })

  test('asks nothing when nobody is looking', () => {
    followTime(() => undefined)()
    window.dispatchEvent(new Event('focus'))
    expect(askServer).not.toHaveBeenCalled()
  })
})
