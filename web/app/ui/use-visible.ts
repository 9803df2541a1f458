import { useSyncExternalStore } from 'react'

/** Whether the page is visible, that is, not in a background tab or on a locked phone. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    listen,
    () => document.visibilityState === 'visible',
    () => false,
  )
}

function listen(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
