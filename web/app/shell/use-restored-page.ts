import { useEffect, useRef } from 'react'

/** Calls back when the browser restores the page from its back/forward cache after the person had left for another site. */
export function useRestoredPage(onRestored: () => void): void {
  const handler = useRef(onRestored)
  useEffect(() => {
    handler.current = onRestored
  })
  useEffect(() => {
    const listen = ({ persisted }: PageTransitionEvent) => {
      if (persisted) handler.current()
    }
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  }, [])
}
