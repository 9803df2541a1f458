import { useEffect, useRef } from 'react'

const SIDE_BY_SIDE = '(min-width: 960px)'

/** On a phone an opened message takes the list's place: the reader is led to its beginning, the keyboard too. */
export function useFocusOnOpen() {
  const pane = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (matchMedia(SIDE_BY_SIDE).matches) return
    scrollTo(0, 0)
    pane.current?.focus({ preventScroll: true })
  }, [])
  return pane
}
