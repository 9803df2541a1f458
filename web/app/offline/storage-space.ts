/** How many bytes the phone has left for us; undefined where it does not say. */
export async function estimateFreeSpace(): Promise<number | undefined> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined ? undefined : Math.max(0, quota - usage)
}

/** Asks the phone not to clear films away by itself. It may say no, and nothing is lost by asking. */
export function requestPersistentStorage(): void {
  navigator.storage?.persist?.().catch(() => undefined)
}

/** Whether this browser can keep films: an old one cannot, nor one at an address without https. */
export function canDownload(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator
}
