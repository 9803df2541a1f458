import { beforeEach, expect, test, vi } from 'vitest'
import type { Pop, PopClass } from './paystack-inline.ts'
import { payInPopUp, POP_UP_MS } from './pay-in-pop-up.ts'

type Callbacks = Parameters<Pop['resumeTransaction']>[1]

beforeEach(() => {
  vi.useFakeTimers()
})
/** A stand-in for the provider's script that records calls and lets a test invoke the callbacks. */
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

test('a pop-up that has loaded may stay open indefinitely', async () => {
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

test('a closed pop-up is distinguished from a broken one', async () => {
  const [closed, broken] = [provider(), provider()]
  const ends = [pay(async () => closed.PaystackPop).end, pay(async () => broken.PaystackPop).end]
  await vi.advanceTimersByTimeAsync(0)
  closed.asked.callbacks.onCancel?.()
  broken.asked.callbacks.onError?.({ message: 'no' })
  expect(await Promise.all(ends)).toEqual(['closed', 'unavailable'])
})

test('a pop-up that does not load in time is cancelled, and its later callbacks are ignored', async () => {
  const { asked, PaystackPop } = provider()
  const { onOpen, end } = pay(async () => PaystackPop)
  await vi.advanceTimersByTimeAsync(POP_UP_MS)
  expect(await end).toBe('unavailable')
  expect(asked.cancelled).toEqual(['the transaction'])
  asked.callbacks.onLoad?.()
  expect(onOpen).not.toHaveBeenCalled()
})

test('the provider’s page opens if a script is blocked or too slow', async () => {
  expect(await pay(() => Promise.reject(new Error('blocked'))).end).toBe('unavailable')
  const { asked, PaystackPop } = provider()
  const late = pay(() => new Promise((resolve) => setTimeout(() => resolve(PaystackPop), POP_UP_MS + 1)))
  await vi.advanceTimersByTimeAsync(POP_UP_MS + 2)
  expect(await late.end).toBe('unavailable')
  expect(asked.code).toBeUndefined()
})
