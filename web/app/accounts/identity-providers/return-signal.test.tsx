import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseFragment, signalReturn, waitForReturn, type ReturnSignal } from './return-signal.ts'

const CHANNEL = 'baobab-sign-in'
const returned = { flow: 'f1', code: 'c1' }

let stop = () => {}
beforeEach(() => localStorage.clear())
afterEach(() => stop())

describe('the fragment of the address', () => {
  it('names the sign-in and its code', () => {
    expect(parseFragment('#flow=f1&code=c1')).toEqual(returned)
  })

  it.each([
    '',
    '#',
    '#problem=expired',
    '#problem=failed',
    '#flow=f1&problem=other',
    '#flow=f1',
    '#code=c1',
    '#flow=&code=',
  ])('is not a return: %s', (hash) => {
    expect(parseFragment(hash)).toBeUndefined()
  })
})

describe('a waiting tab', () => {
  it('gets the code of its sign-in, and the pop-up learns that it arrived', async () => {
    const onReturn = vi.fn<(signal: ReturnSignal) => void>()
    stop = waitForReturn('f1', onReturn)
    expect(await signalReturn(returned, 5_000)).toBe(true)
    expect(onReturn.mock.calls).toEqual([[returned]])
    expect(localStorage.length).toBe(0)
  })

  it('learns that its pop-up returned too late', async () => {
    const late = parseFragment('#problem=expired&flow=f1')
    expect(late).toEqual({ flow: 'f1', problem: 'expired' })
    const onReturn = vi.fn<(signal: ReturnSignal) => void>()
    stop = waitForReturn('f1', onReturn)
    expect(late && (await signalReturn(late, 5_000))).toBe(true)
    expect(onReturn.mock.calls).toEqual([[late]])
  })

  it('gets it from storage where channels are missing', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
    try {
      const onReturn = vi.fn<(signal: ReturnSignal) => void>()
      stop = waitForReturn('f1', onReturn)
      expect(await signalReturn(returned, 10_000)).toBe(true)
      expect(onReturn.mock.calls).toEqual([[returned]])
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('W-09 ignores other sign-ins and other messages', async () => {
    const onReturn = vi.fn<(signal: ReturnSignal) => void>()
    stop = waitForReturn('f1', onReturn)
    const channel = new BroadcastChannel(CHANNEL)
    for (const message of [null, 'f1', { flow: 'f1' }, { flow: 'f2', code: 'c2' }, { flow: 'f1', code: 7 }])
      channel.postMessage(message)
    channel.close()
    expect(await signalReturn({ flow: 'f2', code: 'c2' }, 100)).toBe(false)
    // Messages arrive in the order they were sent.
    expect(await signalReturn(returned, 5_000)).toBe(true)
    expect(onReturn.mock.calls).toEqual([[returned]])
  })

  it('gets nothing more once it has stopped waiting', async () => {
    const onReturn = vi.fn<(signal: ReturnSignal) => void>()
    waitForReturn('f1', onReturn)()
    expect(await signalReturn(returned, 100)).toBe(false)
    expect(onReturn).not.toHaveBeenCalled()
  })
})
