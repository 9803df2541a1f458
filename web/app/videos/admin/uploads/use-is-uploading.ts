import { useEffect, useSyncExternalStore } from 'react'

let uploads = 0
const listeners = new Set<() => void>()

function add(change: 1 | -1): void {
  uploads += change
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports a form as uploading while `isUploading` is true. */
export function useMarkUploading(isUploading: boolean): void {
  useEffect(() => {
    if (!isUploading) return
    add(1)
    return () => add(-1)
  }, [isUploading])
}

/** Returns whether any form is uploading. */
export function useIsUploading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => uploads > 0,
    () => false,
  )
}
