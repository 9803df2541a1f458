import { useEffect, useEffectEvent } from 'react'
import { useStudentSession } from '../api/session.ts'

type Tracking = typeof import('./track-played.ts')

/** Counts what a student plays or reads while `isOn`. Loads the code for it on demand. Ignores visitors and admins. */
export function useTrack(isOn: boolean, begin: (tracking: Tracking) => (() => void) | undefined): void {
  const isCounted = useStudentSession() !== undefined && isOn
  const beginLatest = useEffectEvent(begin)
  useEffect(() => {
    if (!isCounted) return
    let isOver = false
    let stop: (() => void) | undefined
    // If it cannot be loaded, nothing is counted: playing is more important.
    import('./track-played.ts')
      .then((tracking) => {
        if (!isOver) stop = beginLatest(tracking)
      })
      .catch(() => undefined)
    return () => {
      isOver = true
      stop?.()
    }
  }, [isCounted])
}
