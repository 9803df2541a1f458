import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { subscribeBrowser, unsubscribeBrowser } from './use-push.ts'

type Subscription = Pick<PushSubscription, 'toJSON' | 'unsubscribe'>

const subscription = (endpoint: string) => ({
  toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
  unsubscribe: vi.fn<() => Promise<boolean>>(async () => true),
})
const pushManager = {
  subscribe: vi.fn<(options: PushSubscriptionOptionsInit) => Promise<Subscription>>(),
  getSubscription: vi.fn<() => Promise<Subscription | null>>(),
}

beforeEach(() => {
  const registration = { pushManager }
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  vi.stubGlobal('navigator', { serviceWorker })
  pushManager.subscribe.mockResolvedValue(subscription('https://push.example/new'))
  pushManager.getSubscription.mockResolvedValue(null)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const subscribed = { endpoint: 'https://push.example/new', keys: { p256dh: 'key', auth: 'secret' } }
const options = { userVisibleOnly: true, applicationServerKey: 'public key' }
const refusal = new DOMException('another key', 'InvalidStateError')

it('subscribes to messages that the server has signed and the user sees', async () => {
  expect(await subscribeBrowser('public key')).toEqual(subscribed)
  expect(pushManager.subscribe.mock.calls).toEqual([[options]])
})

it('replaces a subscription for another key, which remains after the server was set up again', async () => {
  const old = subscription('https://push.example/old')
  pushManager.getSubscription.mockResolvedValue(old)
  pushManager.subscribe.mockImplementationOnce(async () => {
    expect(old.unsubscribe).not.toHaveBeenCalled()
    throw refusal
  })
  expect(await subscribeBrowser('public key')).toEqual(subscribed)
  expect(old.unsubscribe).toHaveBeenCalledOnce()
  expect(pushManager.subscribe.mock.calls).toEqual([[options], [options]])
})

it('rejects with the browser’s error if there is no subscription to replace', async () => {
  pushManager.subscribe.mockRejectedValue(refusal)
  await expect(subscribeBrowser('public key')).rejects.toBe(refusal)
  expect(pushManager.subscribe).toHaveBeenCalledOnce()
})

it('rejects with the browser’s error if the second try fails too', async () => {
  pushManager.getSubscription.mockResolvedValue(subscription('https://push.example/old'))
  pushManager.subscribe.mockRejectedValue(refusal)
  await expect(subscribeBrowser('public key')).rejects.toBe(refusal)
  expect(pushManager.subscribe).toHaveBeenCalledTimes(2)
})

it('ends the browser’s subscription, if it has one', async () => {
  await unsubscribeBrowser()
  const current = subscription('https://push.example/current')
  pushManager.getSubscription.mockResolvedValue(current)
  await unsubscribeBrowser()
  expect(current.unsubscribe).toHaveBeenCalledOnce()
})
