import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Pop, PopClass } from './paystack-inline.ts'
import { payInPopUp, POP_UP_MS } from './pay-in-pop-up.ts'

type Callbacks = Parameters<Pop['resumeTransaction']>[1]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The provider's script, as far as the pop-up needs it: what it was asked, and a way to answer. */
function provider() {
  const asked: { code?: string; callbacks: Callbacks; cancelled: unknown[] } = { callbacks: {}, cancelled: [] }
  class PaystackPop implements Pop {
    resumeTransaction(code: string, callbacks: Callbacks) {
      Object.assign(asked, { code, callbacks })
      return 'the transaction'
    }
    cancelTransaction(transaction: unknown) {
      asked.cancelled.push(transaction)
      asked.callbacks.onCancel?.()
    }
    async paymentRequest() {}
  }
  return { asked, PaystackPop }
}

function pay(load: () => Promise<PopClass>) {
  const onOpen = vi.fn<() => void>()
  return { onOpen, end: payInPopUp({ accessCode: 'code-1', load, onOpen }) }
}

test('a pop-up that has come may stay open as long as it likes', async () => {
  const { asked, PaystackPop } = provider()
  const { onOpen, end } = pay(async () => PaystackPop)
  await vi.advanceTimersByTimeAsync(POP_UP_MS - 1)
  expect(asked.code).toBe('code-1')
  asked.callbacks.onLoad?.()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(onOpen).toHaveBeenCalledOnce()
  asked.callbacks.onSuccess?.({ reference: 'ours' })
  expect(await end).toBe('paid')
  expect(asked.cancelled).toEqual([])
})

test('one that was closed is told from one that broke', async () => {
  const [closed, broken] = [provider(), provider()]
  const ends = [pay(async () => closed.PaystackPop).end, pay(async () => broken.PaystackPop).end]
  await vi.advanceTimersByTimeAsync(0)
  closed.asked.callbacks.onCancel?.()
  broken.asked.callbacks.onError?.({ message: 'no' })
  expect(await Promise.all(ends)).toEqual(['closed', 'away'])
})

test('one that does not come in time is called off, and what it says later counts for nothing', async () => {
  const { asked, PaystackPop } = provider()
  const { onOpen, end } = pay(async () => PaystackPop)
  await vi.advanceTimersByTimeAsync(POP_UP_MS)
  expect(await end).toBe('away')
  expect(asked.cancelled).toEqual(['the transaction'])
  asked.callbacks.onLoad?.()
  expect(onOpen).not.toHaveBeenCalled()
})

test('a script that is blocked, or comes too late, leads to the page of the provider', async () => {
  expect(await pay(() => Promise.reject(new Error('blocked'))).end).toBe('away')
  const { asked, PaystackPop } = provider()
  const late = pay(() => new Promise((resolve) => setTimeout(() => resolve(PaystackPop), POP_UP_MS + 1)))
  await vi.advanceTimersByTimeAsync(POP_UP_MS + 2)
  expect(await late.end).toBe('away')
  expect(asked.code).toBeUndefined()
})
