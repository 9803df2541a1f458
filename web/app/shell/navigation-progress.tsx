import { useNavigation } from 'react-router'
import { text } from './text.ts'

/** A bar while the next page loads: its script can take seconds on a slow network. */
export function NavigationProgress() {
  const isNavigating = useNavigation().state !== 'idle'
  return (
    <div role="status">
      {isNavigating && (
        <>
          <div className="page-progress" />
          <span className="sr">{text.loading}</span>
        </>
      )}
    </div>
  )
}
