import { useSyncExternalStore } from 'react'

/** Whether the page is to be seen: not behind another tab, not on a phone that is locked. */
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
