import { useEffect, useRef } from 'react'

/** Moves the focus to an element when it first stands there and each time `key` changes: a screen reader goes on there. */
export function useFocusOn<E extends HTMLElement>(key: unknown) {
  const element = useRef<E>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [key])
  return element
}
