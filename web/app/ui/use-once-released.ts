import { useEffect, useState } from 'react'
import { isPressing } from './is-pressing.ts'

/**
 * Returns a value that may change what is above buttons, and holds a new one back while a button or a link is pressed: the press would
 * miss it.
 */
export function useOnceReleased<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    const show = () => setShown(value)
    const timers = [setTimeout(() => isPressing() || show())]
    // A click follows the release.
    const showAfterClick = () => timers.push(setTimeout(show))
    const releases = ['pointerup', 'pointercancel', 'keyup'] as const
    for (const release of releases) addEventListener(release, showAfterClick)
    return () => {
      for (const release of releases) removeEventListener(release, showAfterClick)
      timers.forEach(clearTimeout)
    }
  }, [value])
  return shown
}
