import { useEffect, useState } from 'react'
import { isPressing } from '../forms/is-pressing.ts'

/**
 * Returns a value that may change what is above buttons, and holds a new one back while a button or a link is pressed: the press would
 * miss it.
 */
export function useOnceReleased<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (!isPressing()) return setShown(value)
    // After the click that follows the release.
    const show = () => setTimeout(() => setShown(value))
    const released = ['pointerup', 'pointercancel', 'keyup'] as const
    for (const event of released) addEventListener(event, show, { once: true })
    return () => {
      for (const event of released) removeEventListener(event, show)
    }
  }, [value])
  return shown
}
