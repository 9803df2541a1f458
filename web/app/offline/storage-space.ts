// The storage space on the phone, as reported by the browser.
import { useEffect, useState } from 'react'

/** Asks the browser not to evict downloads automatically. It may refuse; downloads still work. */
export function requestPersistentStorage(): void {
  navigator.storage?.persist?.().catch(() => undefined)
}

/** Returns the estimated free bytes, updated whenever `used` changes; undefined until the browser reports them, or if it never does. */
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
