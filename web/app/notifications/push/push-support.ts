/** `needs-install`: the browser shows notifications of apps on the home screen only, as on an iPhone. */
export type PushSupport = 'supported' | 'needs-install' | 'unsupported'

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
    hasPush: 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis,
    userAgent,
    maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  })
}
