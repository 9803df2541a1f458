import { useEffect, useSyncExternalStore } from 'react'

let running = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  running += by
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts a form among those that are sending while it is. */
export function useMarkUploading(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    change(1)
    return () => change(-1)
  }, [isBusy])
}

/** Whether any form is sending. */
export function useIsUploading(): boolean {
  return useSyncExternalStore(
    listen,
    () => running > 0,
    () => false,
  )
}
