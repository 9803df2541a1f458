import { useEffect, useState } from 'react'

/** As long as five squares take to colour. */
const COUNT_UP_MS = 900

/** Counts from 0 up to a number, once; with reduced motion the number is there at once. */
export function useCountUp(end: number): number {
  const [share, setShare] = useState(() => (prefersReducedMotion() ? 1 : 0))

  useEffect(() => {
    if (prefersReducedMotion()) return undefined
    let frame = 0
    let startedAt: number | undefined
    const step = (now: number) => {
      startedAt ??= now
      const passed = Math.min(1, (now - startedAt) / COUNT_UP_MS)
      setShare(passed)
      if (passed < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [])

  return Math.round(end * share)
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
