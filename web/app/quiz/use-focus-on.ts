import { useEffect, useRef } from 'react'

/** Moves the focus to an element when it appears and when `key` changes, so that a screen reader continues there. */
export function useFocusOn<E extends HTMLElement>(key: unknown) {
  const element = useRef<E>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [key])
  return element
}
