import { Icon } from './icon.tsx'
import { text } from './text.ts'
import { useOnline } from './use-online.ts'

/** Its live region is always in the page, so that screen readers announce the sentence when it appears. */
export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div className="offline" role="status">
      {!isOnline && (
        <p>
          <Icon name="wifi-slash" />
          {text.offline}
        </p>
      )}
    </div>
  )
}
