import { useEffect, useRef, useState } from 'react'

/** The width of an element in pixels, so that a drawing in it is made for it and its words keep their size. */
export function useWidth<E extends Element>(atFirst: number) {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(atFirst)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0)
      // On paper the drawing scales: it is not made anew.
      if (measured > 0) setWidth(measured)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width] as const
}
