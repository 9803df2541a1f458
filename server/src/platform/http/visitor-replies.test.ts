// Replies made for visitors, with changes, a clock and a database that the test controls.
import { endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { pino } from 'pino'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { waitFor } from '../../../test/wait-for.ts'
import { createClock, type Clock } from '../clock.ts'
import { openVisitorReplies, type VisitorReplies, type VisitorReply, VISITOR_COPY_MS } from './visitor-replies.ts'

const list = endpoint({
  group: 'Test',
  method: 'GET',
  path: '/list',
  who: 'anyone',
  summary: 'Names',
  reply: z.array(z.object({ name: z.string() })),
})
const LATE_MS = 20
/** Longer than any test waits. */
const PATIENT_MS = 60_000

type Message = string | undefined
let clock: Clock
let tell: (message: Message) => void
let names: { name: string; secret?: string }[]
let until: Date | null
let asOf: Date | undefined
/** The time, which stands still. */
let at: Date
let made: number
let isAway: boolean
let isDeaf: boolean
let isMute: boolean
let isSlow: boolean
/** Blocks making a reply until the test releases it. */
let hold: Promise<void> | undefined
const logged = vi.fn<() => void>()
let replies: VisitorReplies

const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
const makeNames = async () => {
  const reply = { value: names, until, asOf }
  made += 1
  await hold
  if (isAway) throw away
  return reply
}

/** Simultaneous calls share it, as those of the real one do. */
const silence = new Promise<void>(() => {})
async function answer() {
  if (isSlow) await new Promise((resolve) => setTimeout(resolve, 200))
  if (isDeaf) throw new Error('Connection terminated')
}

function open({ waitMs = PATIENT_MS, data = 'videos' as 'videos' | undefined } = {}): () => Promise<VisitorReply> {
  const log = Object.assign(pino({ level: 'silent' }), { error: logged })
  const pubSub = {
    publish: async () => {},
    subscribe: (_topic: string, listener: (message: Message) => void) => {
      tell = listener
      return () => {}
    },
    catchUp: () => (isMute ? silence : answer()),
    close: async () => {},
  }
  replies = openVisitorReplies({ pubSub, clock, log, waitMs })
  return replies.add('/list', { endpoint: list, ...(data && { data }), make: makeNames })
}

beforeEach(() => {
  at = new Date('2026-11-28T12:00:00Z')
  clock = { ...createClock(), now: () => new Date(at), advance: (ms) => void at.setTime(at.getTime() + ms) }
  names = [{ name: 'Drum' }]
  until = null
  asOf = undefined
  made = 0
  isAway = false
  isDeaf = isMute = isSlow = false
  hold = undefined
  logged.mockClear()
})

const minutes = (count: number) => count * 60_000
const change = (name: string) => {
  names = [{ name }]
  tell('videos')
}
const text = async ({ document }: VisitorReply) => (await document.read('identity')).toString()

describe('while the database can be read', () => {
  it('W-32 a reply is made once, even for many simultaneous requests, and read by its address', async () => {
    const read = open()
    const all = await Promise.all(Array.from({ length: 50 }, read))
    expect(new Set(all.map(({ document }) => document)).size).toBe(1)
    expect(await replies.read('/list')).toMatchObject({ value: [{ name: 'Drum' }], asOf: undefined })
    expect(made).toBe(1)
    await expect(replies.read('/other')).rejects.toThrow('Nothing is made for visitors at /other.')
  })

  it("W-33 it contains only what its endpoint's schema lets through", async () => {
    names = [{ name: 'Drum', secret: 'file' }]
    const reply = await open()()
    expect(reply.value).toEqual([{ name: 'Drum' }])
    expect(await text(reply)).toBe('[{"name":"Drum"}]')
  })

  it.each(['videos', 'videos withdrawn', undefined])('a change makes it again: %s', async (message) => {
    const read = open()
    await read()
    names = [{ name: 'Kola' }]
    tell(message)
    expect(await text(await read())).toBe('[{"name":"Kola"}]')
    expect(made).toBe(2)
  })

  it('a reply that is made is found until it changes, expires or is too new for the time of the request', async () => {
    until = new Date(at.getTime() + minutes(5))
    const read = open()
    expect(replies.find('/list', clock.now())).toBeUndefined()
    const { document } = await read()
    expect(replies.find('/list', clock.now())).toBe(document)
    expect(replies.find('/list', new Date(at.getTime() - 1))).toBeUndefined()
    expect(replies.find('/list', until)).toBeUndefined()
    change('Kola')
    expect(replies.find('/list', clock.now())).toBeUndefined()
  })

  it('a change to other data does not', async () => {
    const read = open()
    await read()
    for (const message of ['settings', 'settings withdrawn', 'videoset', '']) tell(message)
    await read()
    expect(made).toBe(1)
  })

  it('W-33 a request after a change does not get a reply started before it, and neither does any later request', async () => {
    const read = open()
    let letGo = () => {}
    hold = new Promise((resolve) => (letGo = resolve))
    const before = read()
    await waitFor(() => expect(made).toBe(1))
    change('Kola')
    const after = read()
    await waitFor(() => expect(made).toBe(2))
    letGo()
    expect([await text(await before), await text(await after)]).toEqual(['[{"name":"Drum"}]', '[{"name":"Kola"}]'])
    expect(await text(await read())).toBe('[{"name":"Kola"}]')
    expect(made).toBe(2)
  })

  it('a reply started before a change does not replace one made after it', async () => {
    const read = open()
    let letGo = () => {}
    hold = new Promise((resolve) => (letGo = resolve))
    const before = read()
    await waitFor(() => expect(made).toBe(1))
    hold = undefined
    change('Kola')
    await read()
    letGo()
    await before
    expect(await text(await read())).toBe('[{"name":"Kola"}]')
    expect(made).toBe(2)
  })

  it('expires to the millisecond, and also when the clock is set back', async () => {
    until = new Date(at.getTime() + minutes(5))
    const read = open()
    await read()
    at.setTime(until.getTime() - 1)
    await read()
    expect(made).toBe(1)
    at.setTime(until.getTime())
    until = null
    await read()
    expect(made).toBe(2)
    at.setTime(at.getTime() - 1)
    await read()
    expect(made).toBe(3)
  })

  it('the same value again keeps its bytes', async () => {
    const read = open()
    const { document } = await read()
    tell('videos')
    expect((await read()).document).toBe(document)
    expect(made).toBe(2)
  })

  it('while messages may be missing, each request makes it again, and it counts as current', async () => {
    const read = open()
    await read()
    isDeaf = true
    names = [{ name: 'Kola' }]
    expect(await read()).toMatchObject({ value: [{ name: 'Kola' }], asOf: undefined })
    expect(made).toBe(2)
  })
})

describe('while the database cannot be read', () => {
  /** A server whose last reply was current ten minutes before it lost the database. */
  async function lose(options: Parameters<typeof open>[0] = {}) {
    const read = open(options)
    await read()
    clock.advance(minutes(30))
    await read()
    const rightAt = clock.now()
    clock.advance(minutes(10))
    isAway = isDeaf = true
    return { read, rightAt }
  }
  const expectAsOf = (reply: VisitorReply, rightAt: Date) => expect(reply.asOf).toEqual(rightAt)

  it('B-26 the last reply is served for ten minutes, with the time when it was current, and then nothing', async () => {
    const { read, rightAt } = await lose()
    const old = await read()
    expectAsOf(old, rightAt)
    expect(old.value).toEqual([{ name: 'Drum' }])
    clock.advance(VISITOR_COPY_MS - 1)
    expectAsOf(await read(), rightAt)
    clock.advance(1)
    await expect(read()).rejects.toBe(away)
    // One line for each outage, not for each visitor.
    expect(logged).toHaveBeenCalledTimes(1)
  })

  it('the ten minutes start again once it was current', async () => {
    const { read } = await lose()
    await read()
    clock.advance(VISITOR_COPY_MS - minutes(1))
    isAway = isDeaf = false
    expect((await read()).asOf).toBeUndefined()
    isAway = isDeaf = true
    clock.advance(minutes(2))
    expect((await read()).asOf).toBeDefined()
    expect(logged).toHaveBeenCalledTimes(2)
  })

  it('the last reply stays current while messages arrive and nothing changes', async () => {
    const read = open()
    await read()
    isAway = true
    clock.advance(minutes(60))
    expect((await read()).asOf).toBeUndefined()
    expect(made).toBe(1)
  })

  it('a reply that only expired is served', async () => {
    until = new Date(clock.now().getTime() + minutes(1))
    const read = open({ data: undefined })
    await read()
    isAway = true
    clock.advance(minutes(2))
    expect((await read()).asOf).toBeDefined()
  })

  it('for a reply without messages, the ten minutes also start again once it was made', async () => {
    until = new Date(0)
    const read = open({ data: undefined })
    await read()
    isAway = true
    await read()
    clock.advance(VISITOR_COPY_MS - minutes(1))
    isAway = false
    expect((await read()).asOf).toBeUndefined()
    isAway = true
    clock.advance(minutes(2))
    expectAsOf(await read(), new Date(at.getTime() - minutes(2)))
  })

  it("a reply made from old data says so, and its ten minutes count from that data's time", async () => {
    until = new Date(0)
    const read = open({ data: undefined })
    asOf = clock.now()
    clock.advance(minutes(9))
    expectAsOf(await read(), asOf)
    isAway = true
    expect((await read()).asOf).toBeDefined()
    clock.advance(minutes(1))
    await expect(read()).rejects.toBe(away)
  })

  it('a reply whose data changed is served, unless the change may have taken something away', async () => {
    const read = open()
    await read()
    isAway = true
    tell('videos')
    expect((await read()).value).toEqual([{ name: 'Drum' }])
    tell('videos withdrawn')
    await expect(read()).rejects.toBe(away)
    isAway = false
    await read()
    isAway = true
    // Messages were lost, so nobody knows what they said.
    tell(undefined)
    await expect(read()).rejects.toBe(away)
    isAway = false
    names = []
    expect(await read()).toMatchObject({ value: [], asOf: undefined })
  })

  it('a reply started before a withdrawal is not served after it', async () => {
    const read = open({ waitMs: LATE_MS })
    let letGo = () => {}
    hold = new Promise((resolve) => (letGo = resolve))
    const before = read()
    await waitFor(() => expect(made).toBe(1))
    tell('videos withdrawn')
    letGo()
    await before
    isAway = true
    await expect(read()).rejects.toBe(away)
  })

  it('nothing is served if nothing was made before', async () => {
    isAway = true
    await expect(open()()).rejects.toBe(away)
  })

  it('our own bug is logged, and visitors still get the last reply', async () => {
    const read = open()
    await read()
    change('Drum')
    names = [{ name: 1 as unknown as string }]
    expect((await read()).asOf).toBeDefined()
    expect(logged).toHaveBeenCalledTimes(1)
  })

  it('the first visitor waits for a while, and nobody later does until the database is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] })
    const read = open({ waitMs: 250 })
    await read()
    let letGo = () => {}
    const holdAll = () => (hold = new Promise((resolve) => (letGo = resolve)))
    void holdAll()
    change('Kola')
    const reply = vi.fn<(reply: VisitorReply) => void>()
    void read().then(reply)
    await vi.advanceTimersByTimeAsync(249)
    expect(reply).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(reply).toHaveBeenCalledTimes(1)
    void read().then(reply)
    await vi.advanceTimersByTimeAsync(2)
    expect(reply).toHaveBeenCalledTimes(2)
    // Making it fails the first time, and is just as slow the next time.
    isAway = true
    letGo()
    await vi.advanceTimersByTimeAsync(2)
    isAway = false
    void holdAll()
    void read().then(reply)
    await vi.advanceTimersByTimeAsync(2)
    expect(reply.mock.calls.map(([{ asOf: since }]) => since === undefined)).toEqual([false, false, false])
    letGo()
    await vi.advanceTimersByTimeAsync(2)
    vi.useRealTimers()
    expect(await read()).toMatchObject({ value: [{ name: 'Kola' }], asOf: undefined })
    // Each reply was made for everybody who asked in the meantime, and the last one ended by itself.
    expect(made).toBe(3)
  })

  it('a visitor who has waited for the check for changes does not wait again for the reply', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] })
    const read = open({ waitMs: 250 })
    const { document } = await read()
    expect(replies.find('/list', clock.now())).toBe(document)
    isMute = true
    hold = new Promise(() => {})
    const known = replies.knowsChanges()
    await vi.advanceTimersByTimeAsync(252)
    expect(await known).toBe(false)
    const reply = vi.fn<(reply: VisitorReply) => void>()
    void read().then(reply)
    await vi.advanceTimersByTimeAsync(2)
    expect(reply).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  it('a check for changes that gets no reply delays nobody but the first visitor', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] })
    const read = open({ waitMs: 250 })
    await read()
    isAway = isMute = true
    const first = vi.fn<(reply: VisitorReply) => void>()
    void read().then(first)
    await vi.advanceTimersByTimeAsync(249)
    expect(first).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(first).toHaveBeenCalledOnce()
    const next = vi.fn<(reply: VisitorReply) => void>()
    void read().then(next)
    await vi.advanceTimersByTimeAsync(2)
    expect(next).toHaveBeenCalledOnce()
    isAway = isMute = false
    await read()
    // From then on, requests wait again.
    isSlow = isAway = true
    const slow = read()
    await vi.advanceTimersByTimeAsync(200)
    expect((await slow).asOf).toBeUndefined()
    vi.useRealTimers()
  })
})
