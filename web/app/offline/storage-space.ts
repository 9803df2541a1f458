// What the browser says of the room on the phone.
import { useEffect, useState } from 'react'

/** Whether this browser can play downloads: an old one cannot, nor can any at an address without https. */
export function canDownload(): boolean {
  return 'caches' in globalThis && 'serviceWorker' in navigator
}

/** Asks the browser not to clear downloads by itself. It may refuse, and nothing is lost by asking. */
export function requestPersistentStorage(): void {
  navigator.storage?.persist?.().catch(() => undefined)
}

/**
 * Bytes free on the phone, estimated again whenever `used` changes; undefined while or where the browser does not say.
 */
export function useFreeSpace(used: number): number | undefined {
  const [free, setFree] = useState<number>()
  useEffect(() => {
    let isCurrent = true
    estimateFreeSpace().then(
      (bytes) => isCurrent && setFree(bytes),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [used])
  return free
}

async function estimateFreeSpace(): Promise<number | undefined> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined ? undefined : Math.max(0, quota - usage)
}
