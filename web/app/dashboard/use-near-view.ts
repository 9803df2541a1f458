import { useEffect, useRef, useState } from 'react'

/** How far below the screen an element may be, so that its picture is loaded before it comes into view. */
const MARGIN = '300px'

/** Whether an element is, or ever was, on or near the screen. Attach the `ref` to the element. */
export function useNearView<Shown extends Element>() {
  const ref = useRef<Shown>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !ref.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isNear])
  return { ref, isNear }
}
