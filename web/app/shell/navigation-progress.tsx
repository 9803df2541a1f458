import { useNavigation } from 'react-router'

/** A tap on a link has an answer at once, also where the page's script takes seconds to arrive. */
export function NavigationProgress() {
  const isOnTheWay = useNavigation().state !== 'idle'
  return (
    <div role="status">
      {isOnTheWay && (
        <>
          <div className="page-progress" />
          <span className="sr">Loading...</span>
        </>
      )}
    </div>
  )
}
