import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import { useIsScreenQuiet } from './quiet-screen.ts'
import { text } from './text.ts'

/** Whether the device reports a network connection. True at build time, so that prerendered pages show no banner. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
}

function listen(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/**
 * Its live region is always in the page, so that screen readers announce the sentence when it appears. A quiz shows its own offline
 * message.
 */
export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div className={useIsScreenQuiet() ? 'sr' : 'offline'} role="status">
      {!isOnline && (
        <p>
          <Icon name="wifi-slash" />
          {text.offline}
        </p>
      )}
    </div>
  )
}
