// A quiz fills the screen while its clock runs. Toasts and banners would cover the question, so they are only read out then.
import { useLayoutEffect, useSyncExternalStore } from 'react'

let quietParts = 0
const listeners = new Set<() => void>()

function change(by: number) {
  quietParts += by
  for (const listener of listeners) listener()
}

/** Keeps toasts and banners off the screen while the component is shown. Screen readers still announce them. */
export function useQuietScreen(): void {
  useLayoutEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

/** Whether toasts and banners are currently kept off the screen. */
export function useIsScreenQuiet(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => quietParts > 0,
    () => false,
  )
}
