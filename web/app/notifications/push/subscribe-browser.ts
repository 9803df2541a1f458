import type { PushSubscriptionForm } from '@baobab/contract/notifications/endpoints.ts'

/** How long the service worker may take to start on a slow phone. */
const READY_MS = 20_000

/**
 * Subscribes this browser at its push service. Needs the browser's permission.
 * @param publicKey the server's key: only messages that it has signed are delivered
 */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscriptionForm> {
  const { pushManager } = await untilReady()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // The browser has one for another key, as after the server was set up again.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

/** Ends the subscription of this browser, if it has one. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

async function untilReady(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('there is no service worker')), READY_MS)
  })
  return Promise.race([navigator.serviceWorker.ready, timeout])
}
