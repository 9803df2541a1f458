import {
  addPushSubscription,
  deletePushSubscription,
  listPushSubscriptions,
  type PushSubscriptionForm,
} from '@baobab/contract/notifications/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { serviceWorkers } from '../../browser/offline.ts'
import { text } from './text.ts'

const changes = [listPushSubscriptions]

/** Push notifications on this device: what the browser and the server report, and how to turn them on and off. */
export function usePush({ enabled = true }: { enabled?: boolean } = {}) {
  const [support] = useState(readPushSupport)
  const [permission, setPermission] = useState(() => (support === 'supported' ? Notification.permission : 'default'))
  const [isTurningOn, setTurningOn] = useState(false)
  const [failure, setFailure] = useState<string>()
  const query = useQuery({ ...apiQuery(listPushSubscriptions, {}), enabled })
  const adding = useApiMutation(addPushSubscription, { changes })
  const deleting = useApiMutation(deletePushSubscription, { changes })
  const current = query.data?.subscriptions.find(({ isCurrent }) => isCurrent)

  /** Asks for the browser's permission, so it must be called from a click. */
  async function turnOn() {
    setTurningOn(true)
    setFailure(undefined)
    try {
      const answer = await Notification.requestPermission()
      setPermission(answer)
      if (answer === 'default') setFailure(text.dismissed)
      if (answer === 'granted') await adding.mutateAsync({ body: await subscribeBrowser(query.data?.publicKey ?? '') })
    } catch (error) {
      setFailure(errorMessage(error, text.failed))
    }
    setTurningOn(false)
  }

  async function turnOff(subscriptionId: string) {
    setFailure(undefined)
    try {
      await deleting.mutateAsync({ params: { subscriptionId } })
      // The server sends nothing more, even if the browser's part fails.
      if (subscriptionId === current?._id) await unsubscribeBrowser().catch(() => undefined)
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  return {
    support,
    permission,
    query,
    current,
    failure,
    turnOn,
    isTurningOn,
    turnOff,
    isTurningOff: deleting.isPending,
  }
}

/** `needs-install`: the browser shows notifications only for apps on the home screen, as on an iPhone. */
type PushSupport = 'supported' | 'needs-install' | 'unsupported'

type Browser = { hasPush: boolean; userAgent: string; maxTouchPoints: number; isInstalled: boolean }

/** Returns whether a browser can show push notifications. An iPad calls itself a Mac, but has a touch screen. */
export function findPushSupport({ hasPush, userAgent, maxTouchPoints, isInstalled }: Browser): PushSupport {
  if (hasPush) return 'supported'
  const isApplePhone = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isApplePhone && !isInstalled ? 'needs-install' : 'unsupported'
}

/** Returns whether this browser can show push notifications. */
export function readPushSupport(): PushSupport {
  const { userAgent, maxTouchPoints } = navigator
  return findPushSupport({
    hasPush: serviceWorkers() !== undefined && 'PushManager' in globalThis && 'Notification' in globalThis,
    userAgent,
    maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  })
}

/** How long the service worker may take to start on a slow phone. */
const READY_MS = 20_000

/**
 * Subscribes this browser at its push service. Needs the browser's permission.
 * @param publicKey the server's key: only messages signed with it are delivered
 */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscriptionForm> {
  const { pushManager } = await untilReady()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // The browser has a subscription for another key, for example because the server was set up again.
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
  const registration = await serviceWorkers()?.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

async function untilReady(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(resolve, READY_MS)
  })
  const registration = await Promise.race([serviceWorkers()?.ready, timeout])
  if (!registration) throw new Error('there is no service worker')
  return registration
}
