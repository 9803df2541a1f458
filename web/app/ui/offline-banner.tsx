import { Icon } from './icon.tsx'
import { useOnline } from './use-online.ts'

/** Always in the page, so that a screen reader hears the sentence when it comes. */
export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div className="offline" role="status">
      {!isOnline && (
        <p>
          <Icon name="wifi-slash" />
          You are offline. Nothing you did is lost; we go on when your network is back.
        </p>
      )}
    </div>
  )
}
